import { LIMITS } from '@duet/contracts/plain';
import type { Tokens } from '@duet/contracts';
import { readStored } from './session-storage.js';
import { session } from './session.js';

/**
 * `refreshed`: there is a newer access token (from us or another tab). `refused`: the session is over.
 * `unreachable`: no verdict (no network, server trouble); the session stays.
 */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable';

const LOCK = 'duet-refresh';
let inFlight: Promise<RefreshOutcome> | null = null;

/** One refresh at a time over all tabs of the browser. `stale` is the access token that was refused. */
export function refreshTokens(stale: string | null): Promise<RefreshOutcome> {
  inFlight ??= underLock(() => refreshUnlessDone(stale)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

function underLock(work: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  // Without Web Locks (an insecure origin) the server's ten seconds of overlap for the previous token protect the tabs.
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}

async function refreshUnlessDone(stale: string | null): Promise<RefreshOutcome> {
  const stored = readStored() ?? session.get();
  if (!stored.refreshToken) return 'refused';
  if (stored.token && stored.token !== stale) {
    session.adopt();
    return 'refreshed';
  }
  const answer = await askServer(stored.refreshToken);
  if (typeof answer === 'string') return answer;
  session.refreshed(answer);
  return 'refreshed';
}

const isTokens = (body: unknown): body is Tokens =>
  typeof body === 'object' &&
  body !== null &&
  typeof Reflect.get(body, 'token') === 'string' &&
  typeof Reflect.get(body, 'refreshToken') === 'string';

async function askServer(refreshToken: string): Promise<Tokens | 'refused' | 'unreachable'> {
  try {
    const response = await fetch('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(LIMITS.apiTimeout),
    });
    if (response.ok) {
      const body: unknown = await response.json();
      return isTokens(body) ? body : 'unreachable';
    }
    const noVerdict = response.status >= 500 || response.status === 408 || response.status === 429;
    return noVerdict ? 'unreachable' : 'refused';
  } catch {
    return 'unreachable';
  }
}
