import { type Actor, TOKEN_USES, type TokenUse } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import { Clock } from '../work/clock.js';
import { KeySet } from './key-set.js';
import { ACCESS_TOKEN, keyIdOf, verifySigned } from './signed-tokens.js';

/** The claims of a verified token. `expiresAt` is in milliseconds since 1970. */
export interface VerifiedToken extends Actor {
  use: TokenUse;
  expiresAt: number;
  /** The key that signed it. Once it is no longer in the set, the token is invalid. */
  keyId: string;
}

const SESSION_ONLY: readonly TokenUse[] = ['session'];

const isUse = (use: unknown): use is TokenUse => TOKEN_USES.some((known) => known === use);

/** Verifies access tokens: signature, expiry and allowed use. */
@Injectable()
export class AccessTokens {
  /** Tokens whose signature was verified; only their expiry, their use and the presence of their key are checked again. */
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: 20_000 });

  constructor(
    @Inject(KeySet) private readonly keys: KeySet,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Verifies a token.
   * @param uses allowed uses; only sessions by default
   * @throws AppError TOKEN_EXPIRED for a genuine token that has expired, UNAUTHENTICATED for anything else
   */
  verify(token: string, uses = SESSION_ONLY): VerifiedToken {
    const now = this.clock.untested();
    const remembered = this.verified.get(token);
    const known = remembered && this.keys.find(remembered.keyId) ? remembered : this.check(token, now);
    if (known.expiresAt <= now.getTime()) throw new AppError('TOKEN_EXPIRED');
    if (!uses.includes(known.use)) throw new AppError('UNAUTHENTICATED');
    return known;
  }

  /** Returns whether this process has verified the token's signature before, so that `verify` costs next to nothing. */
  isKnown(token: string): boolean {
    return this.verified.has(token);
  }

  private check(token: string, now: Date): VerifiedToken {
    const { sub, sid, exp, use = 'session', about } = verifySigned(this.keys, token, ACCESS_TOKEN, now);
    const keyId = keyIdOf(token);
    if (!sub || typeof sid !== 'string' || !exp || !isUse(use) || !keyId) throw new AppError('UNAUTHENTICATED');
    const verified: VerifiedToken = {
      userId: sub,
      sessionId: sid,
      use,
      expiresAt: exp * 1000,
      keyId,
      ...(typeof about === 'string' && { about }),
    };
    this.verified.set(token, verified);
    return verified;
  }
}
