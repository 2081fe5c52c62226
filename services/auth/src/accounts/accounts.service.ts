import {
  type Actor,
  type ChangePasswordDto,
  type ClientInfo,
  type LoginDto,
  type RegisterDto,
  type SettingsChange,
  type SignedIn,
  userDeleted,
  userRegistered,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, type UnitOfWork, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { DevicesService } from '../devices/devices.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { refuseCommon } from '../passwords/common-passwords.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { User } from '../users/user.entity.js';
import { emailKey, tidyEmail, tidyName, usernameKey } from '../users/user.names.js';
import { refuseTaken } from '../users/user.taken.js';
import { accountView, personSnapshot } from '../users/user.view.js';

/** The settings of an account that is made on a page in another language than English: its mails speak it too. */
function readerLanguage(): SettingsChange {
  const language = requestContext.language();
  return language === 'en' ? {} : { account: { language } };
}

/** Registers, signs in and deletes accounts, and changes their passwords. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(DevicesService) private readonly devices: DevicesService,
    @Inject(SecondFactorService) private readonly secondFactor: SecondFactorService,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(TrustEndings) private readonly trust: TrustEndings,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Creates an account and signs it in.
   * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, VALIDATION_FAILED for a common password
   */
  async register(dto: RegisterDto, client: ClientInfo): Promise<SignedIn> {
    const user = await this.newUser(dto);
    return this.transactions
      .run(async (unit) => {
        await unit.tx.insert(User, user);
        await unit.record(userRegistered, user.id, personSnapshot(user));
        await this.mails.queueMail(unit, 'verify-email', user.emailKey);
        return this.signIn(unit.tx, user, client);
      })
      .catch(refuseTaken);
  }

  /**
   * Signs in with a password and, where it is on, the second factor.
   * @throws AppError INVALID_CREDENTIALS, with the same answer and delay for an unknown account as for a wrong password; then
   *   SECOND_FACTOR_REQUIRED and the errors of `SecondFactorService.prove`
   */
  async login(dto: LoginDto, client: ClientInfo): Promise<SignedIn> {
    const find = () => this.database.manager.findOneBy(User, { emailKey: emailKey(dto.email) });
    const user = await this.passwords.findOwner(find, dto.password);
    if (!user) throw new AppError('INVALID_CREDENTIALS');
    await this.secondFactor.prove(user.id, dto.code);
    return this.database.transaction(async (tx) => {
      const current = await lockUser(tx, user.id, 'pessimistic_read');
      // The password was changed, or the account deleted, while the given password was verified.
      if (current?.passwordHash !== user.passwordHash) throw new AppError('INVALID_CREDENTIALS');
      return this.signIn(tx, current, client);
    });
  }

  /** Opens a session for `user`, who is authenticated already, and remembers the browser. */
  async signIn(tx: Tx, user: User, client: ClientInfo): Promise<SignedIn> {
    const sessionId = uuid();
    const tokens = await this.sessions.openSession(tx, { userId: user.id, sessionId }, client);
    const deviceToken = await this.devices.rememberDevice(tx, user.id, sessionId, client);
    return { account: accountView(user), version: user.version, deviceToken, ...tokens };
  }

  /** Sets a new password and ends all trust except the acting session. @throws AppError WRONG_PASSWORD, VALIDATION_FAILED for a common password */
  async changePassword(actor: Actor, dto: ChangePasswordDto): Promise<void> {
    const user = await this.provePassword(actor, dto.currentPassword);
    refuseCommon('newPassword', dto.newPassword, user);
    const passwordHash = await this.passwords.hash(dto.newPassword);
    await this.transactions.run(async (unit) => {
      await this.lockProved(unit.tx, user);
      await unit.tx.update(User, { id: user.id }, { passwordHash });
      await this.mails.queueMail(unit, 'password-changed', user.emailKey);
      await this.trust.endTrust(unit, user.id, { ending: 'password-changed', keepSession: actor.sessionId });
    });
  }

  /** Deletes the account. `ExportsService` purges the user's events. @throws AppError WRONG_PASSWORD */
  async deleteAccount(actor: Actor, password: string): Promise<void> {
    const user = await this.provePassword(actor, password);
    await this.transactions.run(async (unit) => this.erase(unit, await this.lockProved(unit.tx, user)));
  }

  /** Deletes the account of a person who asked an operator for it. @throws AppError USER_NOT_FOUND */
  async eraseAccount(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const user = await lockUser(unit.tx, userId, 'pessimistic_write');
      if (!user) throw new AppError('USER_NOT_FOUND');
      await this.erase(unit, user);
    });
  }

  private async erase(unit: UnitOfWork, { id, emailKey: key }: User): Promise<void> {
    await this.trust.endTrust(unit, id, { ending: 'account-deleted', keepSession: null });
    await this.mails.cancel(unit.tx, key);
    await unit.tx.delete(User, { id });
    await unit.record(userDeleted, id, { userId: id });
  }

  private async newUser(dto: RegisterDto): Promise<User> {
    const email = tidyEmail(dto.email);
    const owner = {
      firstName: tidyName(dto.firstName),
      lastName: tidyName(dto.lastName),
      username: dto.username,
      email,
    };
    refuseCommon('password', dto.password, owner);
    return {
      id: uuid(),
      ...owner,
      usernameKey: usernameKey(dto.username),
      emailKey: emailKey(email),
      emailVerifiedAt: null,
      pendingEmail: null,
      emailRefusedAt: null,
      pendingEmailRefusedAt: null,
      unsubscribeKey: null,
      secondFactorRemovalAt: null,
      signInAlertAt: null,
      passwordHash: await this.passwords.hash(dto.password),
      bio: '',
      avatar: null,
      avatarVersion: 0,
      settings: readerLanguage(),
      version: 1,
      createdAt: this.clock.now(),
    };
  }

  /** The caller's account, if the password is right. @throws AppError WRONG_PASSWORD, USER_NOT_FOUND */
  async provePassword(actor: Actor, password: string): Promise<User> {
    const find = async (): Promise<User> => {
      const user = await this.database.manager.findOneBy(User, { id: actor.userId });
      if (!user) throw new AppError('USER_NOT_FOUND');
      return user;
    };
    const user = await this.passwords.findOwner(find, password);
    if (!user) throw new AppError('WRONG_PASSWORD');
    return user;
  }

  /** Locks the account's row and checks that the password has not changed since `provePassword`. @throws AppError WRONG_PASSWORD, USER_NOT_FOUND */
  async lockProved(tx: Tx, proved: User): Promise<User> {
    const current = await lockUser(tx, proved.id, 'pessimistic_write');
    if (!current) throw new AppError('USER_NOT_FOUND');
    if (current.passwordHash !== proved.passwordHash) throw new AppError('WRONG_PASSWORD');
    return current;
  }

  /** Locks the account's row and checks that the caller's session is still open. @throws AppError USER_NOT_FOUND, UNAUTHENTICATED */
  async lockOpen(tx: Tx, actor: Actor): Promise<User> {
    const user = await lockUser(tx, actor.userId, 'pessimistic_write');
    if (!user) throw new AppError('USER_NOT_FOUND');
    await this.sessions.requireOpen(tx, actor);
    return user;
  }
}

const lockUser = (tx: Tx, id: string, mode: 'pessimistic_read' | 'pessimistic_write'): Promise<User | null> =>
  tx.findOne(User, { where: { id }, lock: { mode } });
