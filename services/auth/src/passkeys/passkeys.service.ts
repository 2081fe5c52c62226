import { randomBytes } from 'node:crypto';
import {
  type Actor,
  type AddPasskeyDto,
  type ClientInfo,
  LIMITS,
  type PasskeyCreationOptions,
  type PasskeyView,
  TEXTS,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, type UnitOfWork, fieldError, violates } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { AccountsService } from '../accounts/accounts.service.js';
import { requireProvedAddress } from '../users/proved-address.js';
import { User } from '../users/user.entity.js';
import { tidyName } from '../users/user.names.js';
import type { SecurityChange } from '../mail/security-mails.js';
import { MailQueue } from '../mail/mail-queue.js';
import { PasswordlessKeys } from '../mail/passwordless-keys.js';
import { deviceName } from '../sessions/device.js';
import { PasskeyChallenges } from './passkey-challenges.service.js';
import { Passkey, PasskeyOwner } from './passkey.entity.js';
import { passkeyView } from './passkey.view.js';
import { RelyingParty } from './relying-party.js';

/** Adds, renames and removes a user's passkeys. Adding and removing require the password and are announced by mail. */
@Injectable()
export class PasskeysService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(RelyingParty) private readonly relyingParty: RelyingParty,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(PasswordlessKeys) keys: PasswordlessKeys,
  ) {
    keys.subscribe(async (userId) => (await this.findPasskeys(userId)).map(({ name }) => name));
  }

  async listPasskeys({ userId }: Actor): Promise<PasskeyView[]> {
    return (await this.findPasskeys(userId)).map(passkeyView);
  }

  /** @throws AppError WRONG_PASSWORD, EMAIL_UNVERIFIED, TOO_MANY_PASSKEYS */
  async beginPasskey(actor: Actor, password: string): Promise<PasskeyCreationOptions> {
    const proved = await this.accounts.provePassword(actor, password);
    const { user, handle, existing, challenge } = await this.transactions.run(async ({ tx }) => {
      const user = await this.accounts.lockProved(tx, proved);
      requireProvedAddress(user);
      const existing = await this.requireRoom(tx, user.id);
      const handle = await handleOf(tx, user.id);
      return { user, existing, handle, challenge: await this.challenges.issue('add', user.id, tx) };
    });
    return this.relyingParty.creation(challenge, handle, user, existing);
  }

  /** @throws AppError UNAUTHENTICATED, PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_TAKEN, EMAIL_UNVERIFIED, TOO_MANY_PASSKEYS */
  async addPasskey(actor: Actor, dto: AddPasskeyDto, { userAgent }: ClientInfo): Promise<PasskeyView> {
    const { userId } = actor;
    const challenge = await this.relyingParty.challengeOf(dto);
    const key = await this.relyingParty.verifyRegistration(dto, challenge);
    const passkey = {
      id: uuid(),
      userId,
      ...key,
      name: tidyName(deviceName(userAgent)),
      createdAt: this.clock.now(),
      lastUsedAt: null,
    };
    await this.transactions
      .run(async (unit) => {
        const { tx } = unit;
        const user = await this.accounts.lockOpen(tx, actor);
        // Under the lock: an ending of trust deletes the challenge, and the passkey with it.
        await this.challenges.redeem(challenge, 'add', userId, tx);
        requireProvedAddress(user);
        await this.requireRoom(tx, userId);
        await tx.insert(Passkey, passkey);
        await this.mailOwner(unit, user, 'passkey-added');
      })
      .catch(refuseTaken);
    return passkeyView(passkey);
  }

  /** @throws AppError PASSKEY_NOT_FOUND, also for another user's passkey */
  async renamePasskey({ userId }: Actor, id: string, typed: string): Promise<PasskeyView> {
    const name = tidyName(typed);
    if (name === '') throw fieldError('name', TEXTS.passkeyNameRequired);
    await this.database.manager.update(Passkey, { id, userId }, { name });
    const renamed = await this.database.manager.findOneBy(Passkey, { id, userId });
    if (!renamed) throw new AppError('PASSKEY_NOT_FOUND');
    return passkeyView(renamed);
  }

  /** @throws AppError WRONG_PASSWORD; PASSKEY_NOT_FOUND, also for another user's passkey */
  async removePasskey(actor: Actor, id: string, password: string): Promise<void> {
    const proved = await this.accounts.provePassword(actor, password);
    await this.transactions.run(async (unit) => {
      const user = await this.accounts.lockProved(unit.tx, proved);
      const { affected } = await unit.tx.delete(Passkey, { id, userId: user.id });
      if (affected !== 1) throw new AppError('PASSKEY_NOT_FOUND');
      await this.mailOwner(unit, user, 'passkey-removed');
    });
  }

  /** Call it in a transaction that has locked the user's row. */
  async removeAllPasskeys(tx: Tx, userId: string): Promise<void> {
    await tx.delete(Passkey, { userId });
  }

  private findPasskeys(userId: string): Promise<Passkey[]> {
    return this.database.manager.find(Passkey, { where: { userId }, order: { id: 'ASC' } });
  }

  /** The user's passkeys. Call it in a transaction that has locked the user's row. @throws AppError TOO_MANY_PASSKEYS if no more may be added */
  private async requireRoom(tx: Tx, userId: string): Promise<Passkey[]> {
    const existing = await tx.findBy(Passkey, { userId });
    if (existing.length >= LIMITS.passkeys) throw new AppError('TOO_MANY_PASSKEYS');
    return existing;
  }

  private mailOwner(unit: UnitOfWork, user: User, about: SecurityChange): Promise<void> {
    return this.mails.queueMail(unit, 'security', user.emailKey, { about });
  }
}

/** The user's handle, created on first use. Call it in a transaction that has locked the user's row. */
async function handleOf(tx: Tx, userId: string): Promise<string> {
  const known = await tx.findOneBy(PasskeyOwner, { userId });
  if (known) return known.handle;
  const handle = randomBytes(32).toString('base64url');
  await tx.insert(PasskeyOwner, { userId, handle });
  return handle;
}

function refuseTaken(cause: unknown): never {
  if (violates(cause, 'passkeys_credential_key')) throw new AppError('PASSKEY_TAKEN');
  throw cause;
}
