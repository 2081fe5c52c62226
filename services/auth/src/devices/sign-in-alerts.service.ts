import { Clock, DAY, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Not, Or } from 'typeorm';
import { User } from '../users/user.entity.js';
import { emailKey } from '../users/user.names.js';
import { MailQueue } from '../mail/mail-queue.js';

/** Warns owners by mail about many wrong passwords. */
@Injectable()
export class SignInAlerts {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Queues a mail to the owner, at most one a day, also when several processes report at once. An unproved address gets none:
   * its mailbox may belong to someone else.
   */
  async reportAttempts(email: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const key = emailKey(email);
      const due = { signInAlertAt: Or(IsNull(), LessThanOrEqual(this.clock.in(-DAY))) };
      const { affected } = await unit.tx.update(
        User,
        { emailKey: key, emailVerifiedAt: Not(IsNull()), ...due },
        { signInAlertAt: this.clock.now() },
      );
      if (affected === 1) await this.mails.queueMail(unit, 'security', key, { about: 'sign-in-attempts' });
    });
  }
}
