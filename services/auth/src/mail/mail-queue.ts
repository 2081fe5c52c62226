import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { MailJob, type MailKind } from './mail-job.entity.js';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** Longer than any conversation with a mail server lasts: a worker that died in it is then forgotten. */
const LEASE = 2 * 60 * SECOND;

/** A link that comes a day late helps nobody. */
const KEPT = 24 * HOUR;

const backoff = (attempts: number): number => Math.min(5 * SECOND * 2 ** (attempts - 1), HOUR);

interface Particulars {
  address?: string | null;
  about?: string;
  /** Not before this instant. */
  due?: Date;
}

/** Mails that wait to be sent. */
@Injectable()
export class MailQueue {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Promises a mail; one of the same kind that waits already is enough. */
  async add(tx: Tx, kind: MailKind, emailKey: string, { address = null, about = '', due = this.clock.now() }: Particulars = {}): Promise<void> {
    const job = { id: uuid(), kind, emailKey, address, about, nextAttemptAt: due, createdAt: due };
    await tx.createQueryBuilder().insert().into(MailJob).values(job).orIgnore().execute();
  }

  /** Takes up to `count` due jobs for a while; other replicas look past them. */
  async take(count: number): Promise<MailJob[]> {
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const jobs = await tx
        .createQueryBuilder(MailJob, 'job')
        .where('job.nextAttemptAt <= :now', { now })
        .orderBy('job.nextAttemptAt')
        .limit(count)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getMany();
      for (const job of jobs) Object.assign(job, { attempts: job.attempts + 1, nextAttemptAt: this.clock.in(LEASE) });
      return tx.save(jobs);
    });
  }

  async done(job: MailJob): Promise<void> {
    await this.database.manager.delete(MailJob, { id: job.id });
  }

  async retryLater(job: MailJob): Promise<void> {
    await this.database.manager.update(MailJob, { id: job.id }, { nextAttemptAt: this.clock.in(backoff(job.attempts)) });
  }

  /** The account has another address now: what it still awaits follows, links to the old one do not. */
  async move(tx: Tx, from: string, to: string): Promise<void> {
    await tx.delete(MailJob, { emailKey: from, kind: In(['verify-email', 'reset-password', 'change-email']) });
    await tx.update(MailJob, { emailKey: from }, { emailKey: to });
  }

  /** Forgets what was promised to an account. */
  async cancel(tx: Tx, emailKey: string): Promise<void> {
    await tx.delete(MailJob, { emailKey });
  }

  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM mail_outbox WHERE created_at <= $1', [this.clock.in(-KEPT)]);
  }
}
