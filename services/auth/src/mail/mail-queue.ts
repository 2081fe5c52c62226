import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { backoff, takeDue } from '../queue/due-jobs.js';
import { MailJob, type MailKind } from './mail-job.entity.js';

/** A link that comes a day late helps nobody. */
const KEPT = 24 * 60 * 60 * 1_000;

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

  take(count: number): Promise<MailJob[]> {
    return takeDue(this.database, MailJob, count, this.clock);
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
