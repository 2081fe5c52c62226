import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import type { Predecessor, Session } from './session.entity.js';

/**
 * A refresh token is `<session id>.<secret>`; only the secret's hash is stored. Each use replaces it: the next secret
 * is an HMAC of a fresh random salt under the old secret. The row keeps the salt for the overlap, so whoever holds
 * the old token within 10 s gets the very same successor, while the row alone, or a leaked old token alone, gives
 * nobody the next one.
 */
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** A token that is refreshed more often within the overlap is not two tabs. */
const KEPT = 16;

export interface RefreshToken {
  sessionId: string;
  secret: string;
}

type Chain = Pick<Session, 'refreshHash' | 'predecessors'>;

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const successorOf = (secret: string, salt: string): string => createHmac('sha256', secret).update(salt).digest('base64url');

export const newSecret = (): string => randomBytes(32).toString('base64url');

export const formatRefreshToken = ({ sessionId, secret }: RefreshToken): string => `${sessionId}.${secret}`;

/** null when it never was one of ours. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const [, sessionId, secret] = FORM.exec(token) ?? [];
  return sessionId && secret ? { sessionId, secret } : null;
}

export const isCurrent = (chain: Chain, secret: string): boolean => hashOf(secret) === chain.refreshHash;

/** The next secret, and the chain that knows it. */
export function rotate(chain: Chain, secret: string, now: Date): { secret: string; chain: Chain } {
  const salt = newSecret();
  const next = successorOf(secret, salt);
  const used: Predecessor = { hash: chain.refreshHash, salt, usedAt: now.getTime() };
  return { secret: next, chain: { refreshHash: hashOf(next), predecessors: [...recent(chain, now), used].slice(-KEPT) } };
}

/**
 * What a token that was used within the overlap became. It leads to the newest secret, also when that is several
 * steps on. null for any other token: a replay.
 */
export function currentSecretFor(chain: Chain, secret: string, now: Date): string | null {
  const usable = recent(chain, now);
  const first = usable.findIndex(({ hash }) => hash === hashOf(secret));
  if (first < 0) return null;
  return usable.slice(first).reduce((current, { salt }) => successorOf(current, salt), secret);
}

const recent = (chain: Chain, now: Date): Predecessor[] =>
  chain.predecessors.filter(({ usedAt }) => now.getTime() - usedAt <= LIMITS.refreshOverlap);
