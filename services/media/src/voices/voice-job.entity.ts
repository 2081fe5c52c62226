import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Attachment, type KeptObject } from '../attachments/attachment.entity.js';

/** A voice note that is to be made playable. It is gone when that is done, or given up. */
@Entity('voice_jobs')
@Index('voice_jobs_next_attempt_at', ['nextAttemptAt'])
@Check('voice_jobs_attempts_check', 'attempts >= 0')
export class VoiceJob {
  @PrimaryColumn('uuid', { name: 'attachment_id', primaryKeyConstraintName: 'voice_jobs_pkey' })
  attachmentId!: string;

  @OneToOne(() => Attachment, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'attachment_id', foreignKeyConstraintName: 'voice_jobs_attachment_fkey' })
  attachment?: Relation<Attachment>;

  /** What was recorded, as it came. */
  @Column('jsonb')
  raw!: KeptObject;

  /** How the container is read. */
  @Column('text')
  format!: string;

  /** How often it was begun: a worker whose number is an older one has lost the job. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Not before this instant; while somebody works on it, when it is given up for dead. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;
}
