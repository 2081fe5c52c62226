import { type AccountView, type Actor, LIMITS, type SecondFactorRemoval, accountUpdated } from '@duet/contracts';
import {
  AppError,
  Clock,
  Jobs,
  LOGGER,
  type Log,
  PeriodicJob,
  Transactions,
  type Tx,
  type UnitOfWork,
} from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThanOrEqual, Not } from 'typeorm';
import { User } from '../users/user.entity.js';
import { emailKey } from '../users/user.names.js';
import { accountView } from '../users/user.view.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import type { SecurityChange } from '../mail/security-mails.js';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';

const DELAY = LIMITS.secondFactorRemovalHours * 60 * 60_000;
const INTERVAL = 60_000;
const BATCH = 50;

/**
 * Removes a lost second factor from an account with a proved address. A mailed link requests the removal, which is due after
 * three days, announced by mail and in every session, and can be cancelled in each. An attacker with the mailbox alone gains
 * nothing as long as the owner looks at one session.
 */
@Injectable()
export class SecondFactorRemovals implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly due: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(SecondFactorService) private readonly factors: SecondFactorService,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(TrustEndings) private readonly trust: TrustEndings,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.due = jobs.periodic('second-factor-removals', INTERVAL, () => this.removeDue());
    // Every ending of trust cancels a pending removal. It needs a session, or a reset that requires this factor, so its owner
    // still has access and can turn the factor off with the password. An attacker with the mailbox cannot cause an ending.
    trust.subscribe(async (unit, { user }) => {
      if (user.secondFactorRemovalAt === null) return;
      await unit.tx.update(User, { id: user.id }, { secondFactorRemovalAt: null });
      unit.push(accountUpdated, { userId: user.id });
    });
  }

  onApplicationBootstrap(): void {
    this.due.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.due.stop();
  }

  /** Queues the mail with the link, at the same cost for every address. The mail composer decides whether it is sent. */
  async requestLink(email: string): Promise<void> {
    await this.mails.queueMailAlone('security', emailKey(email), { about: 'removal-link' satisfies SecurityChange });
  }

  /** Begins the removal. Another call does not change the due date. @throws AppError TOKEN_INVALID, also when the factor is off meanwhile */
  async beginRemoval(token: string): Promise<SecondFactorRemoval> {
    const removalAt = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const user = await this.redeemLink(tx, token, 'lose-second-factor');
      if (!user.emailVerifiedAt || !(await this.factors.isEnabled(tx, user.id))) throw new AppError('TOKEN_INVALID');
      unit.push(accountUpdated, { userId: user.id });
      // Announced once: a second mail would invalidate the first one's link that cancels.
      if (user.secondFactorRemovalAt) return user.secondFactorRemovalAt;
      const at = this.clock.in(DELAY);
      await tx.update(User, { id: user.id }, { secondFactorRemovalAt: at });
      await this.mailOwner(unit, user, 'removal-begun');
      return at;
    });
    return { removalAt: removalAt.toISOString() };
  }

  /** Cancels the removal by the link of the announcement. @throws AppError TOKEN_INVALID */
  async cancelByLink(token: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const user = await this.redeemLink(unit.tx, token, 'keep-second-factor');
      await this.withdraw(unit, user);
    });
  }

  /** Cancels the removal from a session. @throws AppError USER_NOT_FOUND */
  async cancelRemoval({ userId }: Actor): Promise<AccountView> {
    const user = await this.transactions.run(async (unit) => {
      const current = await unit.tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!current) throw new AppError('USER_NOT_FOUND');
      await this.withdraw(unit, current);
      return { ...current, secondFactorRemovalAt: null };
    });
    return accountView(user);
  }

  /**
   * Removes the factors whose removal is due and ends all trust, because the sessions may not be the owner's. An account
   * that fails does not block the others; the next run tries it again.
   */
  async removeDue(): Promise<void> {
    const failed: string[] = [];
    for (let isFull = true; isFull;) {
      const users = await this.database.manager.find(User, {
        select: { id: true },
        where: { id: Not(In(failed)), secondFactorRemovalAt: LessThanOrEqual(this.clock.now()) },
        order: { secondFactorRemovalAt: 'ASC' },
        take: BATCH,
      });
      for (const { id } of users)
        await this.remove(id).catch((cause: unknown) => {
          failed.push(id);
          this.log.warn({ err: cause, userId: id }, 'second factor not removed');
        });
      isFull = users.length === BATCH;
    }
  }

  private async remove(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const where = { id: userId, secondFactorRemovalAt: LessThanOrEqual(this.clock.now()) };
      const user = await tx.findOne(User, { where, lock: { mode: 'pessimistic_write' } });
      // Cancelled, or removed by another process, since the list was read.
      if (!user) return;
      await this.trust.endTrust(unit, userId, { ending: 'second-factor-removed', keepSession: null });
      await this.factors.disable(tx, userId);
      await this.mailOwner(unit, user, 'second-factor-removed');
    });
  }

  private async redeemLink(tx: Tx, token: string, purpose: 'lose-second-factor' | 'keep-second-factor'): Promise<User> {
    const userId = await this.tokens.findOwner(tx, token, purpose);
    const user = userId && (await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } }));
    if (!user || !(await this.tokens.redeem(tx, token, purpose))) throw new AppError('TOKEN_INVALID');
    return user;
  }

  private async withdraw(unit: UnitOfWork, user: User): Promise<void> {
    const { tx } = unit;
    unit.push(accountUpdated, { userId: user.id });
    for (const purpose of ['lose-second-factor', 'keep-second-factor'] as const)
      await this.tokens.withdraw(tx, user.id, purpose);
    if (user.secondFactorRemovalAt === null) return;
    await tx.update(User, { id: user.id }, { secondFactorRemovalAt: null });
    await this.mailOwner(unit, user, 'removal-cancelled');
  }

  private mailOwner(unit: UnitOfWork, user: User, about: SecurityChange): Promise<void> {
    return this.mails.queueMail(unit, 'security', user.emailKey, { about });
  }
}
