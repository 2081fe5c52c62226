import { type AccountView, type Actor, type ChangeEmailDto, ERRORS, TEXTS, userProfileChanged } from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, type UnitOfWork, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../users/user.entity.js';
import { emailKey, tidyEmail } from '../users/user.names.js';
import { refuseTaken } from '../users/user.taken.js';
import { accountView, personSnapshot } from '../users/user.view.js';
import { EmailChangeCancels } from '../email-tokens/email-change-cancels.service.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { TrustEndings } from '../trust/trust-endings.service.js';

/** Changes an account's e-mail address: requested with the password, completed by a link that is mailed to the new address. */
@Injectable()
export class EmailChangesService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(EmailChangeCancels) private readonly cancels: EmailChangeCancels,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(TrustEndings) private readonly trust: TrustEndings,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    trust.subscribe(async ({ tx }, { user }) => {
      if (user.pendingEmail !== null) await this.withdraw(tx, user.id);
    });
  }

  /** @throws AppError WRONG_PASSWORD; EMAIL_TAKEN with the field, as at registration; VALIDATION_FAILED for the current address */
  async requestChange(actor: Actor, dto: ChangeEmailDto): Promise<AccountView> {
    const email = tidyEmail(dto.email);
    const proved = await this.accounts.provePassword(actor, dto.password);
    const user = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const current = await this.accounts.lockProved(tx, proved);
      await this.sessions.requireOpen(tx, actor);
      if (emailKey(email) === current.emailKey) throw fieldError('email', TEXTS.emailUnchanged);
      if (await tx.existsBy(User, { emailKey: emailKey(email) }))
        throw fieldError('email', ERRORS.EMAIL_TAKEN.message, 'EMAIL_TAKEN');
      await tx.update(User, { id: current.id }, { pendingEmail: email, pendingEmailRefusedAt: null });
      if (current.pendingEmail !== email) await this.tokens.withdraw(tx, current.id, 'change-email');
      for (const kind of ['change-email', 'email-change-asked'] as const)
        await this.mails.queueMail(unit, kind, current.emailKey, { about: email });
      return { ...current, pendingEmail: email, pendingEmailRefusedAt: null };
    });
    return accountView(user);
  }

  /** @throws AppError USER_NOT_FOUND */
  async cancelChange({ userId }: Actor): Promise<AccountView> {
    const user = await this.transactions.run(async ({ tx }) => {
      const current = await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!current) throw new AppError('USER_NOT_FOUND');
      await this.withdraw(tx, userId);
      return { ...current, pendingEmail: null, pendingEmailRefusedAt: null };
    });
    return accountView(user);
  }

  /** Cancels the pending change, whichever it is, for the owner of the old address. @throws AppError TOKEN_INVALID */
  async cancelChangeByLink(token: string): Promise<void> {
    await this.transactions.run(async ({ tx }) => {
      const userId = await this.cancels.findOwner(tx, token);
      const user = userId && (await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } }));
      // The first of several simultaneous calls withdraws the link before the others get the lock.
      if (!user || (await this.cancels.findOwner(tx, token)) === null) throw new AppError('TOKEN_INVALID');
      await this.withdraw(tx, user.id);
    });
  }

  /**
   * Redeems the mailed link: its address becomes the account's, and trust ends for everything except the session of `actor`.
   * @throws AppError TOKEN_INVALID; EMAIL_TAKEN when another account registered with the address meanwhile
   */
  async confirmChange(token: string, actor: Actor | null): Promise<void> {
    await this.transactions.run((unit) => this.redeem(unit, token, actor)).catch(refuseTaken);
  }

  private async withdraw(tx: Tx, userId: string): Promise<void> {
    await tx.update(User, { id: userId }, { pendingEmail: null, pendingEmailRefusedAt: null });
    await this.tokens.withdraw(tx, userId, 'change-email');
    await this.cancels.withdraw(tx, userId);
  }

  private async redeem(unit: UnitOfWork, token: string, actor: Actor | null): Promise<void> {
    const { tx } = unit;
    const redeemed = await this.tokens.redeem(tx, token, 'change-email');
    const user =
      redeemed && (await tx.findOne(User, { where: { id: redeemed.userId }, lock: { mode: 'pessimistic_write' } }));
    // The link proves the address that it was mailed to, which may not be the one that was requested last.
    if (!user || redeemed.email === null || redeemed.email !== user.pendingEmail) throw new AppError('TOKEN_INVALID');
    const { email } = redeemed;
    const keepSession = actor?.userId === user.id ? actor.sessionId : null;
    await this.trust.endTrust(unit, user.id, { ending: 'email-changed', keepSession });
    const next = {
      email,
      emailKey: emailKey(email),
      emailVerifiedAt: this.clock.now(),
      pendingEmail: null,
      emailRefusedAt: null,
      pendingEmailRefusedAt: null,
      version: user.version + 1,
    };
    await tx.update(User, { id: user.id }, next);
    await this.mails.move(tx, user.emailKey, next.emailKey);
    await this.mails.queueMail(unit, 'email-changed', next.emailKey, { address: user.email });
    await unit.record(userProfileChanged, user.id, personSnapshot({ ...user, ...next }));
  }
}
