import type { PushPayload } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { PushSubscription } from './push-subscription.entity.js';

/**
 * Something that a device is to be told. It names what it is about and holds no words: those are made when it leaves, or
 * read by the device itself. One of a kind waits per device and what it is about.
 */
@Entity('push_jobs')
@Unique('push_jobs_waiting_key', ['subscriptionId', 'kind', 'about'])
@Index('push_jobs_about', ['about'])
@Index('push_jobs_next_attempt_at', ['nextAttemptAt'])
@Check('push_jobs_kind_check', `kind IN ('message', 'reaction', 'notice', 'test')`)
export class PushJob {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'push_jobs_pkey' })
  id!: string;

  @Column('uuid', { name: 'subscription_id' })
  subscriptionId!: string;

  @ManyToOne(() => PushSubscription, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'subscription_id', foreignKeyConstraintName: 'push_jobs_subscription_fkey' })
  subscription?: Relation<PushSubscription>;

  @Column('text')
  kind!: PushPayload['kind'];

  /** The message's id, the notice's name, or nothing. */
  @Column('text')
  about!: string;

  /** Whose doing it is. */
  @Column('uuid', { name: 'from_id', nullable: true })
  fromId!: string | null;

  @Column('uuid', { name: 'chat_id', nullable: true })
  chatId!: string | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Not before this instant; while it is being sent, when somebody else may try. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
