import { randomBytes } from 'node:crypto';
import { type Actor, type AddPasskeyDto, type ClientInfo, LIMITS, type PasskeyCreationOptions, type PasskeyView, TEXTS } from '@duet/contracts';
import { AppError, type Tx, fieldError, violates } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../accounts/user.entity.js';
import { tidyName } from '../accounts/user.names.js';
import { Clock } from '../clock.js';
import type { SecurityChange } from '../mail/mail-composer.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import { deviceName } from '../sessions/device.js';
import { PasskeyChallenges } from './passkey-challenges.service.js';
import { Passkey, PasskeyOwner } from './passkey.entity.js';
import { passkeyView } from './passkey.view.js';
import { RelyingParty } from './relying-party.js';

/** A person's passkeys: added and removed with the password, and never without a mail that says so. */
@Injectable()
export class PasskeysService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(RelyingParty) private readonly duet: RelyingParty,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly mailWorker: MailWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async list({ userId }: Actor): Promise<PasskeyView[]> {
    const held = await this.database.manager.find(Passkey, { where: { userId }, order: { id: 'ASC' } });
    return held.map(passkeyView);
  }

  /** @throws AppError WRONG_PASSWORD, TOO_MANY_PASSKEYS */
  async begin(actor: Actor, password: string): Promise<PasskeyCreationOptions> {
    const proved = await this.accounts.provePassword(actor, password);
    const { user, handle, held } = await this.database.transaction(async (tx) => {
      const user = await this.accounts.lockProved(tx, proved);
      return { user, held: await this.roomFor(tx, user.id), handle: await handleOf(tx, user.id) };
    });
    return this.duet.creation(await this.challenges.issue('add', user.id), handle, user, held);
  }

  /** @throws AppError PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_TAKEN, TOO_MANY_PASSKEYS */
  async add({ userId }: Actor, dto: AddPasskeyDto, { userAgent }: ClientInfo): Promise<PasskeyView> {
    const challenge = await this.duet.challengeOf(dto);
    await this.challenges.redeem(challenge, 'add', userId);
    const key = await this.duet.made(dto, challenge);
    const passkey = { id: uuid(), userId, ...key, name: tidyName(deviceName(userAgent)), createdAt: this.clock.now(), lastUsedAt: null };
    await this.database
      .transaction(async (tx) => {
        const user = await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
        if (!user) throw new AppError('USER_NOT_FOUND');
        await this.roomFor(tx, userId);
        await tx.insert(Passkey, passkey);
        await this.tell(tx, user, 'passkey-added');
      })
      .catch(refuseTaken);
    this.mailWorker.kick();
    return passkeyView(passkey);
  }

  /** @throws AppError PASSKEY_NOT_FOUND, also for another person's */
  async rename({ userId }: Actor, id: string, typed: string): Promise<PasskeyView> {
    const name = tidyName(typed);
    if (name === '') throw fieldError('name', TEXTS.passkeyNameRequired);
    await this.database.manager.update(Passkey, { id, userId }, { name });
    const renamed = await this.database.manager.findOneBy(Passkey, { id, userId });
    if (!renamed) throw new AppError('PASSKEY_NOT_FOUND');
    return passkeyView(renamed);
  }

  /** @throws AppError WRONG_PASSWORD, PASSKEY_NOT_FOUND, also for another person's */
  async remove(actor: Actor, id: string, password: string): Promise<void> {
    const proved = await this.accounts.provePassword(actor, password);
    await this.database.transaction(async (tx) => {
      const user = await this.accounts.lockProved(tx, proved);
      const { affected } = await tx.delete(Passkey, { id, userId: user.id });
      if (affected !== 1) throw new AppError('PASSKEY_NOT_FOUND');
      await this.tell(tx, user, 'passkey-removed');
    });
    this.mailWorker.kick();
  }

  /** Those that there are, when there may be one more; inside a transaction that holds the user's row. */
  private async roomFor(tx: Tx, userId: string): Promise<Passkey[]> {
    const held = await tx.findBy(Passkey, { userId });
    if (held.length >= LIMITS.passkeys) throw new AppError('TOO_MANY_PASSKEYS');
    return held;
  }

  private tell(tx: Tx, user: User, about: SecurityChange): Promise<void> {
    return this.mails.add(tx, 'security', user.emailKey, { about });
  }
}

/** Inside a transaction that holds the user's row. */
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
