import { LIMITS, type PushPayload } from '@duet/contracts';
import { Clock, type Job, type JobQueue, Jobs } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { backoff } from '../mail/mail-queue.js';
import type { QueuedNotice } from '../mail/notice-writer.js';

/** Milliseconds after its due time at which a queued push is dropped. */
export const MAX_AGE = LIMITS.pushHours * 60 * 60 * 1_000;

/** Longer than any request to a push service. */
const LEASE = 2 * 60 * 1_000;

/**
 * A push for one subscription, whose id is the job's subject. It has no text: that is written when the push is sent, or read
 * by the device itself. A trigger deletes the jobs of a deleted subscription.
 */
export interface QueuedPush {
  kind: PushPayload['kind'];
  /** The message's id, the notice's key, or an empty text. */
  about: string;
  /** The person who acted. */
  fromId: string | null;
  chatId: string | null;
  /** The place of the message that the push is about; without it, the push opens the conversation at its unread messages. */
  seq?: number | undefined;
  /** Only for the kind `notice`. */
  notice: QueuedNotice | null;
}

/** The content of a push; missing fields are null. */
export type PushContent = Pick<QueuedPush, 'kind' | 'about'> & Partial<QueuedPush>;

/** The queue of pushes: one per subscription, kind and `about`. */
@Injectable()
export class PushQueue {
  readonly jobs: JobQueue<QueuedPush>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.jobs = jobs.queue({ name: 'push', lease: LEASE, backoff });
  }

  /** Queues one push for each subscription, unless the same is queued already. @param due the push is not sent before this instant */
  async queuePushes(subscriptionIds: readonly string[], content: PushContent, due = this.clock.now()): Promise<void> {
    const payload = { fromId: null, chatId: null, notice: null, ...content };
    const jobs = subscriptionIds.map((subject) => ({
      key: [content.about, content.kind, subject].join(' '),
      subject,
      payload,
      due,
    }));
    await this.jobs.add(this.database.manager, jobs);
  }

  /** Deletes the queued pushes about a deleted message. */
  async withdraw(messageId: string): Promise<void> {
    await this.jobs.cancelPrefix(this.database.manager, `${messageId} `);
  }

  /** Whether the push was not sent in time. A job's `createdAt` is its first due time, or the one that it was postponed to. */
  isStale({ createdAt }: Job<QueuedPush>): boolean {
    return createdAt <= this.clock.in(-MAX_AGE);
  }

  async sweep(): Promise<void> {
    await this.jobs.sweep(MAX_AGE);
  }
}
