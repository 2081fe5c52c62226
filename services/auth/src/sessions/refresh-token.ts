import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import type { Predecessor, Session } from './session.entity.js';

/**
 * A refresh token is `<session id>.<secret>`; only the secret's hash is stored. Each use replaces it: the next secret
 * is an HMAC of a fresh random salt under the old secret. The salt in the row is valid for the overlap of 10 s, in which a client
 * with the old token gets the same successor. The successor cannot be derived from the row alone or from an old token alone.
 */
const FORMAT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** The most predecessors that a row stores: several tabs refresh less often than this within the overlap. */
const MAX_PREDECESSORS = 16;

export interface RefreshToken {
  sessionId: string;
  secret: string;
}

type Chain = Pick<Session, 'refreshHash' | 'predecessors'>;

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const successorOf = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(salt).digest('base64url');

export const newRefreshSecret = (): string => randomBytes(32).toString('base64url');

export const formatRefreshToken = ({ sessionId, secret }: RefreshToken): string => `${sessionId}.${secret}`;

/** null for a text that is no refresh token. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const [, sessionId, secret] = FORMAT.exec(token) ?? [];
  return sessionId && secret ? { sessionId, secret } : null;
}

export const isCurrent = (chain: Chain, secret: string): boolean => hashOf(secret) === chain.refreshHash;

/** The next secret, and the chain that accepts it. */
export function rotate(chain: Chain, secret: string, now: Date): { secret: string; chain: Chain } {
  const salt = newRefreshSecret();
  const next = successorOf(secret, salt);
  const used: Predecessor = { hash: chain.refreshHash, salt, usedAt: now.getTime() };
  return {
    secret: next,
    chain: { refreshHash: hashOf(next), predecessors: [...recent(chain, now), used].slice(-MAX_PREDECESSORS) },
  };
}

/**
 * The newest secret that descends from a secret which was used within the overlap, also over several rotations. null for any
 * other secret, which is a replay.
 */
export function currentSecretFor(chain: Chain, secret: string, now: Date): string | null {
  const usable = recent(chain, now);
  const first = usable.findIndex(({ hash }) => hash === hashOf(secret));
  if (first < 0) return null;
  return usable.slice(first).reduce((current, { salt }) => successorOf(current, salt), secret);
}

const recent = (chain: Chain, now: Date): Predecessor[] =>
  chain.predecessors.filter(({ usedAt }) => now.getTime() - usedAt <= LIMITS.refreshOverlap);
