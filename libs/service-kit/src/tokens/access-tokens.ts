import { type Actor } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import { KeySet } from './key-set.js';

/** Everything about our access tokens that signer and verifiers must agree on. */
export const ACCESS_TOKEN = { algorithm: 'ES256', issuer: 'duet', audience: 'duet', type: 'at+jwt' } as const;

/** A verified token: who, and until when (milliseconds since the epoch). */
export interface VerifiedToken extends Actor {
  expiresAt: number;
}

/**
 * Verifies access tokens. The algorithm is pinned, the key comes from our own set by `kid`, and issuer, audience,
 * type and expiry must hold; nothing the token says about itself is believed.
 */
@Injectable()
export class AccessTokens {
  /** A signature does not change: a token verified once is only watched for its expiry. */
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: 20_000 });

  constructor(@Inject(KeySet) private readonly keys: KeySet) {}

  /** @throws AppError TOKEN_EXPIRED for a good token past its time, UNAUTHENTICATED for anything else. */
  verify(token: string): VerifiedToken {
    const known = this.verified.get(token) ?? this.check(token);
    if (known.expiresAt <= Date.now()) throw new AppError('TOKEN_EXPIRED');
    return known;
  }

  private check(token: string): VerifiedToken {
    const verified = this.decode(token);
    this.verified.set(token, verified);
    return verified;
  }

  private decode(token: string): VerifiedToken {
    try {
      const header = jwt.decode(token, { complete: true })?.header;
      const key = header?.typ === ACCESS_TOKEN.type && header.kid ? this.keys.find(header.kid) : undefined;
      if (!key) throw new AppError('UNAUTHENTICATED');
      const claims = jwt.verify(token, key, {
        algorithms: [ACCESS_TOKEN.algorithm],
        issuer: ACCESS_TOKEN.issuer,
        audience: ACCESS_TOKEN.audience,
      });
      if (typeof claims === 'string' || !claims.sub || typeof claims['sid'] !== 'string' || !claims.exp) throw new AppError('UNAUTHENTICATED');
      return { userId: claims.sub, sessionId: claims['sid'], expiresAt: claims.exp * 1000 };
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError(cause instanceof jwt.TokenExpiredError ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED', { cause });
    }
  }
}
