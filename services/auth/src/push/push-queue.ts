import { LIMITS } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { backoff, takeDue } from '../queue/due-jobs.js';
import { PushJob } from './push-job.entity.js';

/** What comes later than this is no news any more. */
const KEPT = LIMITS.pushHours * 60 * 60 * 1_000;

/** What a device is to be told of. */
export type Told = Pick<PushJob, 'kind' | 'about'> & Partial<Pick<PushJob, 'fromId' | 'chatId'>>;

/** What waits to be pushed. */
@Injectable()
export class PushQueue {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** For each of these devices; one that waits already is enough. @param due not before this instant */
  async add(subscriptionIds: readonly string[], told: Told, due = this.clock.now()): Promise<void> {
    const jobs = subscriptionIds.map((subscriptionId) => ({ fromId: null, chatId: null, ...told, id: uuid(), subscriptionId, nextAttemptAt: due, createdAt: due }));
    if (jobs.length > 0) await this.database.createQueryBuilder().insert().into(PushJob).values(jobs).orIgnore().execute();
  }

  take(count: number): Promise<PushJob[]> {
    return takeDue(this.database, PushJob, count, this.clock);
  }

  async done({ id }: PushJob): Promise<void> {
    await this.database.manager.delete(PushJob, { id });
  }

  /** @param atLeast milliseconds that the push service asked for */
  async retryLater({ id, attempts }: PushJob, atLeast: number): Promise<void> {
    await this.database.manager.update(PushJob, { id }, { nextAttemptAt: this.clock.in(Math.max(backoff(attempts), Math.min(atLeast, KEPT))) });
  }

  /** Its hour is another one; that is no failed attempt. */
  async postpone({ id, attempts }: PushJob, due: Date): Promise<void> {
    await this.database.manager.update(PushJob, { id }, { nextAttemptAt: due, createdAt: due, attempts: attempts - 1 });
  }

  /** There is nothing left to tell of this message. */
  async withdraw(messageId: string): Promise<void> {
    await this.database.manager.delete(PushJob, { about: messageId, kind: In(['message', 'reaction']) });
  }

  /** Nobody could be told in time. */
  isStale({ createdAt }: PushJob): boolean {
    return createdAt <= this.clock.in(-KEPT);
  }

  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM push_jobs WHERE created_at <= $1', [this.clock.in(-KEPT)]);
  }
}
