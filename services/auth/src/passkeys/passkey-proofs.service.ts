import {
  type Actor,
  type ClientInfo,
  type PasskeyProofDto,
  type PasskeyRequestOptions,
  type SignedIn,
} from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../users/user.entity.js';
import { PasskeyChallenges } from './passkey-challenges.service.js';
import { Passkey, PasskeyOwner } from './passkey.entity.js';
import { type KeyState, RelyingParty } from './relying-party.js';

/** Verifies passkeys: to sign in, and to confirm the presence of a user who is signed in. */
@Injectable()
export class PasskeyProofs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(RelyingParty) private readonly relyingParty: RelyingParty,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async askSignIn(): Promise<PasskeyRequestOptions> {
    return this.relyingParty.request(await this.challenges.issue('sign-in', null));
  }

  /**
   * Signs in the owner of the passkey. The authenticator verified a fingerprint, a face or a PIN, which is a second factor
   * already, so no code is required.
   * @throws AppError PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_UNKNOWN
   */
  async signIn(dto: PasskeyProofDto, client: ClientInfo): Promise<SignedIn> {
    const challenge = await this.relyingParty.challengeOf(dto);
    await this.challenges.redeem(challenge, 'sign-in', null);
    const passkey = await this.findPasskey(dto);
    // The request named no user: the user handle of the authenticator must match the passkey's owner.
    if (dto.response.userHandle === undefined) throw new AppError('PASSKEY_INVALID');
    const state = await this.relyingParty.verifyAssertion(dto, challenge, passkey);
    return this.database.transaction(async (tx) => {
      const user = await tx.findOne(User, { where: { id: passkey.userId }, lock: { mode: 'pessimistic_read' } });
      if (!user) throw new AppError('PASSKEY_UNKNOWN');
      await this.recordUse(tx, passkey, state);
      return this.accounts.signIn(tx, user, client);
    });
  }

  /** @throws AppError PASSKEY_NOT_FOUND when the caller has no passkey */
  async askConfirm({ userId }: Actor): Promise<PasskeyRequestOptions> {
    const passkeys = await this.database.manager.findBy(Passkey, { userId });
    if (passkeys.length === 0) throw new AppError('PASSKEY_NOT_FOUND');
    return this.relyingParty.request(await this.challenges.issue('confirm', userId), passkeys);
  }

  /** @throws AppError PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_UNKNOWN, also for another user's passkey */
  async confirm({ userId }: Actor, dto: PasskeyProofDto): Promise<void> {
    const challenge = await this.relyingParty.challengeOf(dto);
    await this.challenges.redeem(challenge, 'confirm', userId);
    const passkey = await this.findPasskey(dto, userId);
    const state = await this.relyingParty.verifyAssertion(dto, challenge, passkey);
    await this.recordUse(this.database.manager, passkey, state);
  }

  private async findPasskey({ id, response: { userHandle } }: PasskeyProofDto, userId?: string): Promise<Passkey> {
    const passkey = await this.database.manager.findOneBy(Passkey, { credentialId: id, ...(userId && { userId }) });
    if (!passkey) throw new AppError('PASSKEY_UNKNOWN');
    if (
      userHandle !== undefined &&
      !(await this.database.manager.existsBy(PasskeyOwner, { userId: passkey.userId, handle: userHandle }))
    ) {
      throw new AppError('PASSKEY_INVALID');
    }
    return passkey;
  }

  /** Stores the use. A counter that does not grow means a cloned key; the condition also refuses two simultaneous uses and a removed passkey. */
  private async recordUse(tx: Tx, { id }: Passkey, { counter, backedUp }: KeyState): Promise<void> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(Passkey)
      .set({ counter, backedUp, lastUsedAt: this.clock.now() })
      .where('id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))', { id, counter })
      .execute();
    if (affected !== 1) throw new AppError('PASSKEY_INVALID');
  }
}
