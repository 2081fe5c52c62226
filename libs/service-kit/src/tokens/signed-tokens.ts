import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { AppError } from '../errors/app-error.js';
import type { KeySet } from './key-set.js';

/** Everything about a kind of token that its signer and its verifiers must agree on. */
interface TokenKind {
  algorithm: 'ES256';
  issuer: string;
  audience: string;
  type: string;
}

/** Says who is calling. A claim `use` narrows what for; without one it stands for a session. */
export const ACCESS_TOKEN = { algorithm: 'ES256', issuer: 'duet', audience: 'duet', type: 'at+jwt' } as const satisfies TokenKind;

/** The link to a data export: whoever holds it may load the export that `sub` names, until it expires. */
export const EXPORT_LINK = { algorithm: 'ES256', issuer: 'duet', audience: 'duet-exports', type: 'export+jwt' } as const satisfies TokenKind;

function headerOf(token: string): jwt.JwtHeader | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header;
  } catch {
    // What cannot be decoded has no header, and so no key.
    return undefined;
  }
}

/** The key of ours that a token of this kind says it was signed with; undefined for any other kind or key. */
export function signingKey(keys: KeySet, token: string, { type }: TokenKind): KeyObject | undefined {
  const header = headerOf(token);
  return header?.typ === type && header.kid ? keys.find(header.kid) : undefined;
}

/**
 * A token's claims. The algorithm is pinned, the key comes from our own set by `kid`, and issuer, audience, type and
 * expiry must hold; nothing the token says about itself is believed.
 * @throws AppError TOKEN_EXPIRED for a good token past its time, UNAUTHENTICATED for anything else.
 */
export function verifySigned(keys: KeySet, token: string, kind: TokenKind): jwt.JwtPayload {
  try {
    const key = signingKey(keys, token, kind);
    if (!key) throw new AppError('UNAUTHENTICATED');
    const claims = jwt.verify(token, key, { algorithms: [kind.algorithm], issuer: kind.issuer, audience: kind.audience });
    if (typeof claims === 'string') throw new AppError('UNAUTHENTICATED');
    return claims;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(cause instanceof jwt.TokenExpiredError ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED', { cause });
  }
}
