import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A data export: `waiting` while its job runs, then `ready` with a ZIP for a week, or `failed`. */
@Entity('exports')
@Index('exports_user', ['userId'])
@Check('exports_status_check', `status IN ('waiting', 'ready', 'failed')`)
@Check(
  'exports_ready_check',
  `status <> 'ready' OR (key IS NOT NULL AND bytes > 0 AND ready_at IS NOT NULL AND expires_at IS NOT NULL)`,
)
export class Export {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'exports_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  status!: 'waiting' | 'ready' | 'failed';

  /** The ZIP's name in S3. */
  @Column('text', { nullable: true })
  key!: string | null;

  /** A data key has sealed the ZIP; otherwise it was stored before objects were sealed. */
  @Column('boolean', { default: false })
  sealed!: boolean;

  @Column('bigint', { nullable: true })
  bytes!: string | null;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;

  @Column('timestamptz', { name: 'ready_at', nullable: true })
  readyAt!: Date | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;
}
