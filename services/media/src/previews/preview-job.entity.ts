import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message whose link is to be looked at. Which link that is, messaging says when the time has come; it is gone when that is done, or given up. */
@Entity('preview_jobs')
@Index('preview_jobs_next_attempt_at', ['nextAttemptAt'])
@Index('preview_jobs_couple', ['coupleId'])
@Check('preview_jobs_attempts_check', 'attempts >= 0')
export class PreviewJob {
  @PrimaryColumn('uuid', { name: 'message_id', primaryKeyConstraintName: 'preview_jobs_pkey' })
  messageId!: string;

  /** No reference: the fact of a message may be here before that of its couple. */
  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  /** Who sent it. */
  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  /** How often it was begun. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Of the worker that has it in hand: one with another has lost the job, as has one whose message was edited meanwhile. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  /** Not before this instant; while somebody works on it, when it is given up for dead. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;
}
