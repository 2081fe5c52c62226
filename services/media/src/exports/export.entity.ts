import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A data export: first a job that waits or is worked on, then a ZIP that waits to be loaded. */
@Entity('exports')
@Index('exports_user', ['userId'])
@Index('exports_next_attempt_at', ['nextAttemptAt'], { where: `status = 'waiting'` })
@Check('exports_status_check', `status IN ('waiting', 'ready', 'failed')`)
@Check('exports_secret_check', `(status = 'waiting') = (secret IS NOT NULL)`)
@Check('exports_ready_check', `status <> 'ready' OR (key IS NOT NULL AND bytes > 0 AND ready_at IS NOT NULL AND expires_at IS NOT NULL)`)
export class Export {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'exports_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  status!: 'waiting' | 'ready' | 'failed';

  /** What auth gives tokens for while the export is being prepared; gone after that. */
  @Column('text', { nullable: true })
  secret!: string | null;

  /** The ZIP's name in S3. */
  @Column('text', { nullable: true })
  key!: string | null;

  @Column('bigint', { nullable: true })
  bytes!: string | null;

  /** How often it was begun: a worker whose number is an older one has lost the job. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Not before this instant; while somebody works on it, when it is given up for dead. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;

  @Column('timestamptz', { name: 'ready_at', nullable: true })
  readyAt!: Date | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;
}
