import { LIMITS } from '@duet/contracts';
import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { EmailToken, type TokenPurpose } from './email-token.entity.js';
import { hashOfMailedToken, newMailedToken } from './mailed-token.js';

const MINUTE = 60_000;

const LIFETIME: Record<TokenPurpose, number> = {
  'reset-password': LIMITS.resetTokenMinutes * MINUTE,
  'verify-email': LIMITS.verifyTokenHours * 60 * MINUTE,
  'change-email': LIMITS.verifyTokenHours * 60 * MINUTE,
  'lose-second-factor': LIMITS.verifyTokenHours * 60 * MINUTE,
  'keep-second-factor': LIMITS.secondFactorRemovalHours * 60 * MINUTE,
};

export interface Redeemed {
  userId: string;
  email: string | null;
}

/** Issues and redeems the tokens of mailed links: 256 bits, stored as hashes, valid once until they expire. */
@Injectable()
export class EmailTokensService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(TrustEndings) trust: TrustEndings,
  ) {
    trust.subscribe(async ({ tx }, { user }) => {
      await tx.delete(EmailToken, { userId: user.id });
    });
  }

  /** Creates a token, which replaces an older one for the same purpose. */
  async issue(tx: Tx, userId: string, purpose: TokenPurpose, email: string | null = null): Promise<string> {
    const token = newMailedToken();
    await tx.upsert(
      EmailToken,
      { userId, purpose, email, hash: hashOfMailedToken(token), expiresAt: this.clock.in(LIFETIME[purpose]) },
      ['userId', 'purpose'],
    );
    return token;
  }

  /** The user of a token, without using it; null when the token is not valid. */
  async findOwner(tx: Tx, token: string, purpose: TokenPurpose): Promise<string | null> {
    const found = await tx.findOneBy(EmailToken, {
      hash: hashOfMailedToken(token),
      purpose,
      expiresAt: MoreThan(this.clock.now()),
    });
    return found?.userId ?? null;
  }

  /** Uses a token. One of several simultaneous calls gets the user and the address that the token proves, the others get null. */
  async redeem(tx: Tx, token: string, purpose: TokenPurpose): Promise<Redeemed | null> {
    const used = await tx
      .createQueryBuilder()
      .delete()
      .from(EmailToken)
      .where({ hash: hashOfMailedToken(token), purpose, expiresAt: MoreThan(this.clock.now()) })
      .returning('user_id, email')
      .execute();
    const [row] = used.raw as { user_id: string; email: string | null }[];
    return row ? { userId: row.user_id, email: row.email } : null;
  }

  /** Deletes the token of a mailed link. */
  async withdraw(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
    await tx.delete(EmailToken, { userId, purpose });
  }

  async sweep(): Promise<void> {
    await this.database.manager.delete(EmailToken, { expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}
