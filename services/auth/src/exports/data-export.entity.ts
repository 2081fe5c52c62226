import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { User } from '../users/user.entity.js';

export type DataExportStatus = 'preparing' | 'ready' | 'failed';

/** A user's newest data export, with the status that the user sees. Media prepares the export and reports its outcome by event. */
@Entity('data_exports')
@Unique('data_exports_user_key', ['userId'])
@Check('data_exports_status_check', `status IN ('preparing', 'ready', 'failed')`)
@Check('data_exports_ready_check', `(status = 'ready') = (expires_at IS NOT NULL)`)
export class DataExport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'data_exports_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'data_exports_user_fkey' })
  user?: Relation<User>;

  /** SHA-256 of the secret with which media gets a token for this export, base64url. */
  @Column('text', { name: 'secret_hash' })
  secretHash!: string;

  @Column('text')
  status!: DataExportStatus;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;
}
