import { DAY, type JobQueue, Jobs, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { moveMails, withdrawMails } from './mail-queue.queries.js';
import type { QueuedNotice } from './notice-writer.js';

export type MailKind =
  | 'verify-email'
  | 'reset-password'
  | 'password-changed'
  | 'export-ready'
  | 'change-email'
  | 'email-change-asked'
  | 'email-changed'
  | 'security'
  | 'notice';

/**
 * A mail to be sent. It has a kind and no text: the text and its link are made when it is sent. So no secret is stored in the
 * queue, and a forgotten password costs one insert whether or not the account exists. The job's subject is an `email_key`,
 * perhaps of no account.
 */
export interface QueuedMail {
  kind: MailKind;
  /** The recipient, when it is not the account's address: the address that the account had before. */
  address: string | null;
  /** Distinguishes mails of one kind: the new address, the security change, the key of the notice. */
  about: string;
  /** Only for the kind `notice`. */
  notice: QueuedNotice | null;
}

type Particulars = Partial<Omit<QueuedMail, 'kind'>> & {
  /** The mail is not sent before this instant. */
  due?: Date;
};

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** Longer than any SMTP session. */
const LEASE = 2 * 60 * SECOND;

/** Milliseconds after its due time at which a queued mail is deleted. */
const MAX_AGE = DAY;

/** Milliseconds to wait after `attempts` failed attempts: 5 s, doubled each time, at most an hour. */
export const backoff = (attempts: number): number => Math.min(5 * SECOND * 2 ** (attempts - 1), HOUR);

/** The queue of mails: one per account, kind and `about`. */
@Injectable()
export class MailQueue {
  readonly jobs: JobQueue<QueuedMail>;
  private readonly listeners: (() => void)[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.jobs = jobs.queue({ name: 'mail', lease: LEASE, backoff });
  }

  /** Calls `listener` whenever a queued mail has been committed. */
  onQueued(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Queues a mail in the caller's transaction, unless one of the same kind and `about` is queued already. */
  async queueMail(unit: UnitOfWork, kind: MailKind, emailKey: string, particulars?: Particulars): Promise<void> {
    await this.insert(unit.tx, kind, emailKey, particulars);
    unit.onCommit(() => this.announce());
  }

  /** Queues a mail as `queueMail` does, outside of a transaction. */
  async queueMailAlone(kind: MailKind, emailKey: string, particulars?: Particulars): Promise<void> {
    await this.insert(this.database.manager, kind, emailKey, particulars);
    this.announce();
  }

  /** Deletes the account's queued mails of some kinds. */
  async withdraw(tx: Tx, emailKey: string, ...kinds: MailKind[]): Promise<void> {
    await withdrawMails(tx, [emailKey, kinds]);
  }

  /** Moves queued mails to an account's new address, except mails with a link for the old one. */
  async move(tx: Tx, from: string, to: string): Promise<void> {
    await this.withdraw(tx, from, 'verify-email', 'reset-password', 'change-email', 'email-change-asked');
    // So far no account had the new address; mails that were queued for it are obsolete.
    await this.jobs.cancelSubject(tx, to);
    await moveMails(tx, [from, to]);
  }

  /** Deletes all queued mails of the account. */
  async cancel(tx: Tx, emailKey: string): Promise<void> {
    await this.jobs.cancelSubject(tx, emailKey);
  }

  async sweep(): Promise<void> {
    await this.jobs.sweep(MAX_AGE);
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }

  private async insert(tx: Tx, kind: MailKind, emailKey: string, particulars: Particulars = {}): Promise<void> {
    const { address = null, about = '', notice = null, due } = particulars;
    const key = [emailKey, kind, about].join(' ');
    await this.jobs.add(tx, [
      { key, subject: emailKey, payload: { kind, address, about, notice }, ...(due && { due }) },
    ]);
  }
}
