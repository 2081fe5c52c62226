import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { Clock } from '../clock.js';
import { EmailToken, type TokenPurpose } from './email-token.entity.js';

const MINUTE = 60_000;

const LIFETIME: Record<TokenPurpose, number> = {
  'reset-password': LIMITS.resetTokenMinutes * MINUTE,
  'verify-email': LIMITS.verifyTokenHours * 60 * MINUTE,
  'change-email': LIMITS.verifyTokenHours * 60 * MINUTE,
};

export interface Redeemed {
  userId: string;
  email: string | null;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The secrets in mailed links: 256 bits, stored as hashes, good once and for a while. */
@Injectable()
export class EmailTokensService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Makes a token; an older one for the same purpose dies. */
  async issue(tx: Tx, userId: string, purpose: TokenPurpose, email: string | null = null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await tx.upsert(EmailToken, { userId, purpose, email, hash: hashOf(token), expiresAt: this.clock.in(LIFETIME[purpose]) }, ['userId', 'purpose']);
    return token;
  }

  /** Whose token it is, without using it; null when it is not good. */
  async peek(tx: Tx, token: string, purpose: TokenPurpose): Promise<string | null> {
    const found = await tx.findOneBy(EmailToken, { hash: hashOf(token), purpose, expiresAt: MoreThan(this.clock.now()) });
    return found?.userId ?? null;
  }

  /** Uses a token: of any number of simultaneous calls one gets the owner, and the address it proves; the others null. */
  async redeem(tx: Tx, token: string, purpose: TokenPurpose): Promise<Redeemed | null> {
    const used = await tx
      .createQueryBuilder()
      .delete()
      .from(EmailToken)
      .where({ hash: hashOf(token), purpose, expiresAt: MoreThan(this.clock.now()) })
      .returning('user_id, email')
      .execute();
    const [row] = used.raw as { user_id: string; email: string | null }[];
    return row ? { userId: row.user_id, email: row.email } : null;
  }

  /** Makes a mailed link worthless. */
  async withdraw(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
    await tx.delete(EmailToken, { userId, purpose });
  }

  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM email_tokens WHERE expires_at <= $1', [this.clock.now()]);
  }
}
