import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { Clock } from '../clock.js';
import { type ChallengePurpose, PasskeyChallenge } from './passkey.entity.js';

const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('base64url');

/** What authenticators are asked to sign: 256 bits, stored as hashes, for one purpose and person, good once and for a while. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async issue(purpose: ChallengePurpose, userId: string | null): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = this.clock.in(LIMITS.passkeyMinutes * 60_000);
    await this.database.manager.insert(PasskeyChallenge, { hash: hashOf(challenge), purpose, userId, expiresAt });
    return challenge;
  }

  /**
   * Uses a challenge up, whatever becomes of the answer to it: of any number of simultaneous calls one goes on.
   * @throws AppError PASSKEY_EXPIRED for any other: used, too old, for something else, for somebody else, never ours
   */
  async redeem(challenge: string, purpose: ChallengePurpose, userId: string | null): Promise<void> {
    const { affected } = await this.database.manager.delete(PasskeyChallenge, {
      hash: hashOf(challenge),
      purpose,
      userId: userId ?? IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    });
    if (affected !== 1) throw new AppError('PASSKEY_EXPIRED');
  }

  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM passkey_challenges WHERE expires_at <= $1', [this.clock.now()]);
  }
}
