import {
  type Actor, type ChangePasswordDto, type ClientInfo, type LoginDto, type RegisterDto, type SignedIn, userDeleted, userRegistered,
} from '@duet/contracts';
import { AppError, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Clock } from '../clock.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import { refuseCommon } from '../passwords/common-passwords.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from './user.entity.js';
import { emailKey, tidyEmail, tidyName, usernameKey } from './user.names.js';
import { refuseTaken } from './user.taken.js';
import { accountView, personFact } from './user.view.js';

/** Accounts and the passwords that open them. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(SecondFactorService) private readonly secondFactor: SecondFactorService,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(EmailTokensService) private readonly emailTokens: EmailTokensService,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly mailWorker: MailWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Makes an account and signs it in.
   * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, VALIDATION_FAILED for a common password
   */
  async register(dto: RegisterDto, client: ClientInfo): Promise<SignedIn> {
    const user = await this.newUser(dto);
    const tokens = await this.database
      .transaction(async (tx) => {
        await tx.insert(User, user);
        await this.outbox.add(tx, userRegistered, user.id, personFact(user));
        await this.mails.add(tx, 'verify-email', user.emailKey);
        return this.sessions.open(tx, user.id, client);
      })
      .catch(refuseTaken);
    this.outbox.kick();
    this.mailWorker.kick();
    return { account: accountView(user), version: user.version, ...tokens };
  }

  /** @throws AppError SECOND_FACTOR_REQUIRED and what `prove` throws; before that INVALID_CREDENTIALS, the same and as slow for an unknown account as for a wrong password. */
  async login(dto: LoginDto, client: ClientInfo): Promise<SignedIn> {
    const find = () => this.database.manager.findOneBy(User, { emailKey: emailKey(dto.email) });
    const user = await this.passwords.owner(find, dto.password);
    if (!user) throw new AppError('INVALID_CREDENTIALS');
    await this.secondFactor.prove(user.id, dto.code);
    return this.database.transaction(async (tx) => {
      const current = await lockUser(tx, user.id, 'pessimistic_read');
      // The password was changed, or the account deleted, while the old one was checked.
      if (current?.passwordHash !== user.passwordHash) throw new AppError('INVALID_CREDENTIALS');
      return this.signIn(tx, current, client);
    });
  }

  /** Opens a session for somebody who has proved to be `user`. */
  async signIn(tx: Tx, user: User, client: ClientInfo): Promise<SignedIn> {
    return { account: accountView(user), version: user.version, ...(await this.sessions.open(tx, user.id, client)) };
  }

  /** Ends the other sessions. @throws AppError WRONG_PASSWORD, VALIDATION_FAILED for a common password */
  async changePassword(actor: Actor, dto: ChangePasswordDto): Promise<void> {
    const user = await this.provePassword(actor, dto.currentPassword);
    refuseCommon('newPassword', dto.newPassword, user);
    const passwordHash = await this.passwords.hash(dto.newPassword);
    const ended = await this.database.transaction(async (tx) => {
      await this.lockProved(tx, user);
      await tx.update(User, { id: user.id }, { passwordHash });
      await this.emailTokens.withdraw(tx, user.id, 'reset-password');
      await this.mails.add(tx, 'password-changed', user.emailKey);
      return this.sessions.endAll(tx, user.id, actor.sessionId);
    });
    this.mailWorker.kick();
    this.sessions.announce(user.id, ended);
  }

  /** Erases the person at once; `ExportsService` takes back what was told of them. @throws AppError WRONG_PASSWORD */
  async remove(actor: Actor, password: string): Promise<void> {
    const user = await this.provePassword(actor, password);
    const ended = await this.database.transaction(async (tx) => {
      await this.lockProved(tx, user);
      const sessionIds = await this.sessions.endAll(tx, user.id);
      await this.mails.cancel(tx, user.emailKey);
      await tx.delete(User, { id: user.id });
      await this.outbox.add(tx, userDeleted, user.id, { userId: user.id });
      return sessionIds;
    });
    this.outbox.kick();
    this.sessions.announce(user.id, ended);
  }

  private async newUser(dto: RegisterDto): Promise<User> {
    const email = tidyEmail(dto.email);
    const owner = { firstName: tidyName(dto.firstName), lastName: tidyName(dto.lastName), username: dto.username, email };
    refuseCommon('password', dto.password, owner);
    return {
      id: uuid(),
      ...owner,
      usernameKey: usernameKey(dto.username),
      emailKey: emailKey(email),
      emailVerifiedAt: null,
      pendingEmail: null,
      passwordHash: await this.passwords.hash(dto.password),
      bio: '',
      avatar: null,
      avatarVersion: 0,
      settings: {},
      version: 1,
      createdAt: this.clock.now(),
    };
  }

  /** The caller's account, proved by its password. @throws AppError WRONG_PASSWORD, USER_NOT_FOUND */
  async provePassword(actor: Actor, password: string): Promise<User> {
    const find = async (): Promise<User> => {
      const user = await this.database.manager.findOneBy(User, { id: actor.userId });
      if (!user) throw new AppError('USER_NOT_FOUND');
      return user;
    };
    const user = await this.passwords.owner(find, password);
    if (!user) throw new AppError('WRONG_PASSWORD');
    return user;
  }

  /** Holds the row, and the proof: nobody has changed the password since it was checked. */
  async lockProved(tx: Tx, proved: User): Promise<User> {
    const current = await lockUser(tx, proved.id, 'pessimistic_write');
    if (!current) throw new AppError('USER_NOT_FOUND');
    if (current.passwordHash !== proved.passwordHash) throw new AppError('WRONG_PASSWORD');
    return current;
  }
}

const lockUser = (tx: Tx, id: string, mode: 'pessimistic_read' | 'pessimistic_write'): Promise<User | null> =>
  tx.findOne(User, { where: { id }, lock: { mode } });
