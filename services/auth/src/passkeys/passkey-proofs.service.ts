import { type Actor, type ClientInfo, type PasskeyProofDto, type PasskeyRequestOptions, type SignedIn } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../accounts/user.entity.js';
import { Clock } from '../clock.js';
import { PasskeyChallenges } from './passkey-challenges.service.js';
import { Passkey, PasskeyOwner } from './passkey.entity.js';
import { type KeyState, RelyingParty } from './relying-party.js';

/** What passkeys open: the account, and the screen of somebody who is signed in. */
@Injectable()
export class PasskeyProofs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(PasskeyChallenges) private readonly challenges: PasskeyChallenges,
    @Inject(RelyingParty) private readonly duet: RelyingParty,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async askSignIn(): Promise<PasskeyRequestOptions> {
    return this.duet.request(await this.challenges.issue('sign-in', null));
  }

  /**
   * Signs in whoever the passkey belongs to. It was opened by a finger, a face or a PIN, which is a second factor
   * already: no code is asked for.
   * @throws AppError PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_UNKNOWN
   */
  async signIn(dto: PasskeyProofDto, client: ClientInfo): Promise<SignedIn> {
    const challenge = await this.duet.challengeOf(dto);
    await this.challenges.redeem(challenge, 'sign-in', null);
    const passkey = await this.find(dto);
    // Nobody was named: that the authenticator names the same person as our table is what says who this is.
    if (dto.response.userHandle === undefined) throw new AppError('PASSKEY_INVALID');
    const state = await this.duet.shown(dto, challenge, passkey);
    return this.database.transaction(async (tx) => {
      const user = await tx.findOne(User, { where: { id: passkey.userId }, lock: { mode: 'pessimistic_read' } });
      if (!user) throw new AppError('PASSKEY_UNKNOWN');
      await this.use(tx, passkey, state);
      return this.accounts.signIn(tx, user, client);
    });
  }

  /** @throws AppError PASSKEY_NOT_FOUND when the caller has none */
  async askConfirm({ userId }: Actor): Promise<PasskeyRequestOptions> {
    const held = await this.database.manager.findBy(Passkey, { userId });
    if (held.length === 0) throw new AppError('PASSKEY_NOT_FOUND');
    return this.duet.request(await this.challenges.issue('confirm', userId), held);
  }

  /** @throws AppError PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_UNKNOWN, also for somebody else's */
  async confirm({ userId }: Actor, dto: PasskeyProofDto): Promise<void> {
    const challenge = await this.duet.challengeOf(dto);
    await this.challenges.redeem(challenge, 'confirm', userId);
    const passkey = await this.find(dto, userId);
    const state = await this.duet.shown(dto, challenge, passkey);
    await this.use(this.database.manager, passkey, state);
  }

  private async find({ id, response: { userHandle } }: PasskeyProofDto, userId?: string): Promise<Passkey> {
    const passkey = await this.database.manager.findOneBy(Passkey, { credentialId: id, ...(userId && { userId }) });
    if (!passkey) throw new AppError('PASSKEY_UNKNOWN');
    if (userHandle !== undefined && !(await this.database.manager.existsBy(PasskeyOwner, { userId: passkey.userId, handle: userHandle }))) {
      throw new AppError('PASSKEY_INVALID');
    }
    return passkey;
  }

  /** Notes the use. A counter that does not grow is a copy's, also when two uses come at once; removed meanwhile is removed. */
  private async use(tx: Tx, { id }: Passkey, { counter, backedUp }: KeyState): Promise<void> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(Passkey)
      .set({ counter, backedUp, lastUsedAt: this.clock.now() })
      .where('id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))', { id, counter })
      .execute();
    if (affected !== 1) throw new AppError('PASSKEY_INVALID');
  }
}
