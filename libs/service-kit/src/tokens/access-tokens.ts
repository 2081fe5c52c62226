import { type Actor, TOKEN_USES, type TokenUse } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import { KeySet } from './key-set.js';
import { ACCESS_TOKEN, verifySigned } from './signed-tokens.js';

/** A verified token: who, what for, and until when (milliseconds since the epoch). */
export interface VerifiedToken extends Actor {
  use: TokenUse;
  expiresAt: number;
}

const SESSION_ONLY: readonly TokenUse[] = ['session'];

const isUse = (use: unknown): use is TokenUse => TOKEN_USES.some((known) => known === use);

/** Verifies access tokens: ours, still good, and meant for what the caller does with it. */
@Injectable()
export class AccessTokens {
  /** A signature does not change: a token verified once is only watched for its expiry. */
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: 20_000 });

  constructor(@Inject(KeySet) private readonly keys: KeySet) {}

  /** @throws AppError TOKEN_EXPIRED for a good token past its time, UNAUTHENTICATED for anything else. */
  verify(token: string, uses = SESSION_ONLY): VerifiedToken {
    const known = this.verified.get(token) ?? this.check(token);
    if (known.expiresAt <= Date.now()) throw new AppError('TOKEN_EXPIRED');
    if (!uses.includes(known.use)) throw new AppError('UNAUTHENTICATED');
    return known;
  }

  private check(token: string): VerifiedToken {
    const { sub, sid, exp, use = 'session', about } = verifySigned(this.keys, token, ACCESS_TOKEN);
    if (!sub || typeof sid !== 'string' || !exp || !isUse(use)) throw new AppError('UNAUTHENTICATED');
    const verified: VerifiedToken = { userId: sub, sessionId: sid, use, expiresAt: exp * 1000, ...(typeof about === 'string' && { about }) };
    this.verified.set(token, verified);
    return verified;
  }
}
