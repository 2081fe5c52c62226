import {
  type Actor,
  type ClientInfo,
  type ResetPasswordDto,
  type SignedIn,
  TEXTS,
  accountUpdated,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../users/user.entity.js';
import { emailKey } from '../users/user.names.js';
import { EmailChangesService } from '../email-changes/email-changes.service.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { refuseCommon } from '../passwords/common-passwords.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { Session } from '../sessions/session.entity.js';
import { TrustEndings } from '../trust/trust-endings.service.js';

/** Resets passwords and verifies addresses by mailed links. */
@Injectable()
export class RecoveryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(PasskeysService) private readonly passkeys: PasskeysService,
    @Inject(SecondFactorService) private readonly secondFactor: SecondFactorService,
    @Inject(TrustEndings) private readonly trust: TrustEndings,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(EmailChangesService) private readonly emailChanges: EmailChangesService,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Mails a link if the account exists. The answer and its time do not reveal whether it does. */
  async requestReset(email: string): Promise<void> {
    await this.mails.queueMailAlone('reset-password', emailKey(email));
  }

  /**
   * Sets the password of the link's owner, ends all trust and signs in. For an unproved address it also removes passkeys and
   * second factor, and asks for no code: an attacker may have registered the address and set them up.
   * @throws AppError TOKEN_INVALID, and the errors of `SecondFactorService.prove`
   */
  async resetPassword(dto: ResetPasswordDto, client: ClientInfo): Promise<SignedIn> {
    const owner = await this.checkNewPassword(dto);
    const unproved = owner.emailVerifiedAt === null;
    // First the hash, which is refused while too many are computed: a recovery code is spent once it is proved.
    const passwordHash = await this.passwords.hash(dto.password);
    if (!unproved) await this.secondFactor.prove(owner.id, dto.code);
    const signedIn = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const user = await tx.findOne(User, { where: { id: owner.id }, lock: { mode: 'pessimistic_write' } });
      // The address was proved meanwhile, so now its second factor is required.
      if (unproved && user?.emailVerifiedAt) return null;
      if (!user || !(await this.tokens.redeem(tx, dto.token, 'reset-password'))) throw new AppError('TOKEN_INVALID');
      if (unproved) await this.removeCredentials(tx, user.id);
      // The link proves that its reader owns the address.
      await tx.update(
        User,
        { id: user.id },
        { passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? this.clock.now(), emailRefusedAt: null },
      );
      await this.trust.endTrust(unit, user.id, { ending: 'password-reset', keepSession: null });
      await this.mails.queueMail(unit, 'password-changed', user.emailKey, { about: 'reset' });
      const current = await tx.findOneByOrFail(User, { id: user.id });
      return this.accounts.signIn(tx, current, client);
    });
    return signedIn ?? this.resetPassword(dto, client);
  }

  private async removeCredentials(tx: Tx, userId: string): Promise<void> {
    await this.passkeys.removeAllPasskeys(tx, userId);
    await this.secondFactor.disable(tx, userId);
  }

  /** Redeems the link of a registration or of an e-mail change: one screen opens both. @throws AppError TOKEN_INVALID, EMAIL_TAKEN */
  async verifyEmail(token: string, actor: Actor | null): Promise<void> {
    const verified = await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const redeemed = await this.tokens.redeem(tx, token, 'verify-email');
      if (redeemed) {
        await tx.update(User, { id: redeemed.userId }, { emailVerifiedAt: this.clock.now(), emailRefusedAt: null });
        unit.push(accountUpdated, { userId: redeemed.userId });
      }
      return redeemed !== null;
    });
    if (!verified) await this.emailChanges.confirmChange(token, actor);
  }

  /** Mails the link again, to the caller's account or to the given address. The answer does not reveal whether the account exists. */
  async resendVerification(actor: Actor | null, email: string | undefined): Promise<void> {
    // The route is public, so no guard has checked that the token's session still exists.
    const session =
      actor &&
      (await this.database.manager.findOne(Session, {
        where: { id: actor.sessionId, userId: actor.userId },
        relations: { user: true },
      }));
    const key = session?.user?.emailKey ?? (email ? emailKey(email) : null);
    if (key === null) throw fieldError('email', TEXTS.emailRequired);
    await this.mails.queueMailAlone('verify-email', key);
  }

  /** Checks the password before the link is redeemed, so that a refused password leaves the link valid. */
  private async checkNewPassword(dto: ResetPasswordDto): Promise<User> {
    const userId = await this.tokens.findOwner(this.database.manager, dto.token, 'reset-password');
    const user = userId ? await this.database.manager.findOneBy(User, { id: userId }) : null;
    if (!user) throw new AppError('TOKEN_INVALID');
    refuseCommon('password', dto.password, user);
    return user;
  }
}
