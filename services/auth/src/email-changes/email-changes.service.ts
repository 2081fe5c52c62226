import { type AccountView, type Actor, type ChangeEmailDto, ERRORS, TEXTS, userProfileChanged } from '@duet/contracts';
import { AppError, Outbox, type Tx, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../accounts/user.entity.js';
import { emailKey, tidyEmail } from '../accounts/user.names.js';
import { refuseTaken } from '../accounts/user.taken.js';
import { accountView, personFact } from '../accounts/user.view.js';
import { Clock } from '../clock.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';

/** A new address for an account: asked for with the password, the account's once a link in a mail to it was opened. */
@Injectable()
export class EmailChangesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly mailWorker: MailWorker,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError WRONG_PASSWORD; EMAIL_TAKEN with the field, as register says it; VALIDATION_FAILED for the address it is already */
  async ask(actor: Actor, dto: ChangeEmailDto): Promise<AccountView> {
    const email = tidyEmail(dto.email);
    const proved = await this.accounts.provePassword(actor, dto.password);
    const user = await this.database.transaction(async (tx) => {
      const held = await this.accounts.lockProved(tx, proved);
      if (emailKey(email) === held.emailKey) throw fieldError('email', TEXTS.emailUnchanged);
      if (await tx.existsBy(User, { emailKey: emailKey(email) })) throw fieldError('email', ERRORS.EMAIL_TAKEN.message, 'EMAIL_TAKEN');
      await tx.update(User, { id: held.id }, { pendingEmail: email });
      if (held.pendingEmail !== email) await this.tokens.withdraw(tx, held.id, 'change-email');
      await this.mails.add(tx, 'change-email', held.emailKey, { about: email });
      return { ...held, pendingEmail: email };
    });
    this.mailWorker.kick();
    return accountView(user);
  }

  /** @throws AppError USER_NOT_FOUND */
  async cancel({ userId }: Actor): Promise<AccountView> {
    const user = await this.database.transaction(async (tx) => {
      const held = await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!held) throw new AppError('USER_NOT_FOUND');
      await tx.update(User, { id: userId }, { pendingEmail: null });
      await this.tokens.withdraw(tx, userId, 'change-email');
      return { ...held, pendingEmail: null };
    });
    return accountView(user);
  }

  /**
   * Opens the link: the address it went to is the account's from now on, and links that were mailed to the old one are
   * worth nothing. Sessions stay.
   * @throws AppError TOKEN_INVALID; EMAIL_TAKEN when somebody registered with it meanwhile
   */
  async confirm(token: string): Promise<void> {
    await this.database.transaction((tx) => this.take(tx, token)).catch(refuseTaken);
    this.outbox.kick();
    this.mailWorker.kick();
  }

  private async take(tx: Tx, token: string): Promise<void> {
    const redeemed = await this.tokens.redeem(tx, token, 'change-email');
    const user = redeemed && (await tx.findOne(User, { where: { id: redeemed.userId }, lock: { mode: 'pessimistic_write' } }));
    // The link proves the address it was mailed to, which may not be the one that was asked for last.
    if (!user || redeemed.email === null || redeemed.email !== user.pendingEmail) throw new AppError('TOKEN_INVALID');
    const { email } = redeemed;
    const next = { email, emailKey: emailKey(email), emailVerifiedAt: this.clock.now(), pendingEmail: null, version: user.version + 1 };
    await tx.update(User, { id: user.id }, next);
    for (const purpose of ['verify-email', 'reset-password'] as const) await this.tokens.withdraw(tx, user.id, purpose);
    await this.mails.move(tx, user.emailKey, next.emailKey);
    await this.mails.add(tx, 'email-changed', next.emailKey, { address: user.email });
    await this.outbox.add(tx, userProfileChanged, user.id, personFact({ ...user, ...next }));
  }
}
