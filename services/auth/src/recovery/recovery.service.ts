import { type Actor, type ClientInfo, type ResetPasswordDto, type SignedIn, TEXTS } from '@duet/contracts';
import { AppError, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../accounts/user.entity.js';
import { emailKey } from '../accounts/user.names.js';
import { Clock } from '../clock.js';
import { EmailChangesService } from '../email-changes/email-changes.service.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import type { MailKind } from '../mail/mail-job.entity.js';
import { refuseCommon } from '../passwords/common-passwords.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** What a link in a mail can do: give back a lost password, confirm an address. */
@Injectable()
export class RecoveryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(SecondFactorService) private readonly secondFactor: SecondFactorService,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(EmailChangesService) private readonly emailChanges: EmailChangesService,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly worker: MailWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Mails a link, if there is such an account; nobody can tell from the answer or its time. */
  async forgot(email: string): Promise<void> {
    await this.promise('reset-password', emailKey(email));
  }

  /** Sets the password of the link's owner, ends every session and signs in. @throws AppError TOKEN_INVALID, and what the second factor's `prove` throws */
  async reset(dto: ResetPasswordDto, client: ClientInfo): Promise<SignedIn> {
    const owner = await this.checkNewPassword(dto);
    await this.secondFactor.prove(owner.id, dto.code);
    const passwordHash = await this.passwords.hash(dto.password);
    const { signedIn, ended } = await this.database.transaction(async (tx) => {
      const redeemed = await this.tokens.redeem(tx, dto.token, 'reset-password');
      const user = redeemed && (await tx.findOne(User, { where: { id: redeemed.userId }, lock: { mode: 'pessimistic_write' } }));
      if (!user) throw new AppError('TOKEN_INVALID');
      // Whoever has read the mail has shown that the address is theirs.
      const proved = { ...user, passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? this.clock.now() };
      await tx.update(User, { id: user.id }, { passwordHash, emailVerifiedAt: proved.emailVerifiedAt });
      const sessionIds = await this.sessions.endAll(tx, user.id);
      await this.mails.add(tx, 'password-changed', user.emailKey);
      return { signedIn: await this.accounts.signIn(tx, proved, client), ended: sessionIds };
    });
    this.worker.kick();
    this.sessions.announce(signedIn.account.id, ended);
    return signedIn;
  }

  /** One screen opens both kinds of link, so one call takes both. @throws AppError TOKEN_INVALID, EMAIL_TAKEN */
  async verifyEmail(token: string): Promise<void> {
    const verified = await this.database.transaction(async (tx) => {
      const redeemed = await this.tokens.redeem(tx, token, 'verify-email');
      if (redeemed) await tx.update(User, { id: redeemed.userId }, { emailVerifiedAt: this.clock.now() });
      return redeemed !== null;
    });
    if (!verified) await this.emailChanges.confirm(token);
  }

  /** Mails the link again, to the caller or to an account that is named; nobody can tell whether there is one. */
  async resendVerification(actor: Actor | null, email: string | undefined): Promise<void> {
    const user = actor && (await this.database.manager.findOneBy(User, { id: actor.userId }));
    const key = user?.emailKey ?? (email ? emailKey(email) : null);
    if (key === null) throw fieldError('email', TEXTS.emailRequired);
    await this.promise('verify-email', key);
  }

  private async promise(kind: MailKind, key: string): Promise<void> {
    await this.mails.add(this.database.manager, kind, key);
    this.worker.kick();
  }

  /** Before the link is used up and before anything costly: a refused password must leave the link good. */
  private async checkNewPassword(dto: ResetPasswordDto): Promise<User> {
    const userId = await this.tokens.peek(this.database.manager, dto.token, 'reset-password');
    const user = userId ? await this.database.manager.findOneBy(User, { id: userId }) : null;
    if (!user) throw new AppError('TOKEN_INVALID');
    refuseCommon('password', dto.password, user);
    return user;
  }
}
