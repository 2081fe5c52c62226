import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Own contributions that a member of a purged couple got back: a ZIP, sealed with the member's own key, for a year. */
@Entity('restitutions')
@Index('restitutions_couple_user', ['coupleId', 'userId'], { unique: true })
@Index('restitutions_user', ['userId'])
@Index('restitutions_expires_at', ['expiresAt'])
@Check('restitutions_bytes_check', 'bytes > 0')
export class Restitution {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'restitutions_pkey' })
  id!: string;

  /** The purged couple: a repeated attempt gives nothing back twice. */
  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The ZIP's name in S3. */
  @Column('text')
  key!: string;

  @Column('bigint')
  bytes!: string;

  @Column('timestamptz', { name: 'ready_at' })
  readyAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
