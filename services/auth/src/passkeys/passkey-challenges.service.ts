import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { type ChallengePurpose, PasskeyChallenge } from './passkey.entity.js';

const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('base64url');

/** Issues and redeems the challenges that authenticators sign: 256 bits, stored as hashes, for one purpose and user, valid once until they expire. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(TrustEndings) trust: TrustEndings,
  ) {
    // A password has proved who asked.
    trust.subscribe(async ({ tx }, { user }) => {
      await tx.delete(PasskeyChallenge, { userId: user.id, purpose: 'add' });
    });
  }

  async issue(purpose: ChallengePurpose, userId: string | null, tx: Tx = this.database.manager): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = this.clock.in(LIMITS.passkeyMinutes * 60_000);
    await tx.insert(PasskeyChallenge, { hash: hashOf(challenge), purpose, userId, expiresAt });
    return challenge;
  }

  /**
   * Deletes a challenge, so that one of several simultaneous answers to it succeeds.
   * @throws AppError PASSKEY_EXPIRED for a challenge that is used, expired, unknown, or for another purpose or user
   */
  async redeem(
    challenge: string,
    purpose: ChallengePurpose,
    userId: string | null,
    tx: Tx = this.database.manager,
  ): Promise<void> {
    const { affected } = await tx.delete(PasskeyChallenge, {
      hash: hashOf(challenge),
      purpose,
      userId: userId ?? IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    });
    if (affected !== 1) throw new AppError('PASSKEY_EXPIRED');
  }

  async sweep(): Promise<void> {
    await this.database.manager.delete(PasskeyChallenge, { expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}
