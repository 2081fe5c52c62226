import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { AppError } from '../errors/app-error.js';
import type { KeySet } from './key-set.js';

/** The header and claims on which a token's signer and verifiers agree. */
export interface TokenKind {
  algorithm: 'ES256';
  issuer: string;
  audience: string;
  type: string;
}

/** An access token (RFC 9068). Its claim `use` restricts it; without one it stands for a session. */
export const ACCESS_TOKEN = {
  algorithm: 'ES256',
  issuer: 'duet',
  audience: 'duet',
  type: 'at+jwt',
} as const satisfies TokenKind;

/** A link to the data export `sub`. It is valid for some minutes, while the session `sid` exists. */
export const EXPORT_LINK = {
  algorithm: 'ES256',
  issuer: 'duet',
  audience: 'duet-exports',
  type: 'export+jwt',
} as const satisfies TokenKind;

/** A link to the restitution `about` of the user `sub`, with the lifetime of an export link. */
export const RESTITUTION_LINK = {
  algorithm: 'ES256',
  issuer: 'duet',
  audience: 'duet-restitutions',
  type: 'restitution+jwt',
} as const satisfies TokenKind;

function headerOf(token: string): jwt.JwtHeader | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header;
  } catch {
    // A token that cannot be decoded has no header, and therefore no key.
    return undefined;
  }
}

/** The id of the key that the token's header names. */
export const keyIdOf = (token: string): string | undefined => headerOf(token)?.kid;

/** Finds the public key that the token's header names; undefined for another kind of token or an unknown key. */
export function signingKey(keys: KeySet, token: string, { type }: TokenKind): KeyObject | undefined {
  const header = headerOf(token);
  return header?.typ === type && header.kid ? keys.find(header.kid) : undefined;
}

/**
 * Verifies a signed token (RFC 8725). The algorithm is fixed, the key comes from the installation's set by `kid`, and
 * issuer, audience, type and expiry must match.
 * @param now `Clock.untested`: the machine's own clock may be wrong
 * @returns its claims
 * @throws AppError TOKEN_EXPIRED for a genuine token that has expired, UNAUTHENTICATED for any other token; what `KeySet.find` throws
 */
export function verifySigned(keys: KeySet, token: string, kind: TokenKind, now: Date): jwt.JwtPayload {
  const key = signingKey(keys, token, kind);
  if (!key) throw new AppError('UNAUTHENTICATED');
  try {
    const claims = jwt.verify(token, key, {
      algorithms: [kind.algorithm],
      issuer: kind.issuer,
      audience: kind.audience,
      clockTimestamp: Math.floor(now.getTime() / 1000),
    });
    if (typeof claims === 'string') throw new AppError('UNAUTHENTICATED');
    return claims;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(cause instanceof jwt.TokenExpiredError ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED', { cause });
  }
}
