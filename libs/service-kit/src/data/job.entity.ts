import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A job: work that is queued in the transaction that causes it and runs outside of requests. The row is deleted when the
 * job is done, cancelled or given up. In the queue `periodic`, `dueAt` is the earliest next run of a periodic job.
 */
@Entity('jobs')
@Index('jobs_due', ['queue', 'dueAt'])
@Index('jobs_subject', ['subject'], { where: 'subject IS NOT NULL' })
export class JobRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'jobs_pkey' })
  queue!: string;

  /** Unique in the queue. Collation C makes a prefix a range of the index. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'jobs_pkey' })
  key!: string;

  /** The id of the person, couple or account whose removal cancels the job. */
  @Column('text', { nullable: true })
  subject!: string | null;

  @Column('jsonb', { default: {} })
  payload!: unknown;

  /** Attempts so far. A claim adds one, and so does `JobQueue.restart`; `postpone` takes one back. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** The token of the last claim. A worker with another token has lost the job. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  /** The earliest start; after a claim, the end of the lease. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /** When the job was due first; a restart and a postponement set it anew. The age of a job counts from it. */
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
