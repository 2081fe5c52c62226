import { LIMITS } from '@duet/contracts/plain';
import type { Tokens } from '@duet/contracts';
import * as v from 'valibot';
import { callHeaders } from '../../api/call-headers.js';
import { type StoredSession, readStored } from './session-storage.js';
import { session } from './session.js';

/**
 * `refreshed`: this tab or another one has a newer access token. `refused`: the server answered 401 with a code, so the
 * session has ended. `unreachable`: anything else (no network, a server error, a proxy's page); the session stays.
 */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable';

const REFRESH_LOCK = 'duet-refresh';
let inFlight: Promise<RefreshOutcome> | null = null;

/** Refreshes the tokens, once for all callers and tabs. @param stale the access token that the server refused */
export function refreshTokens(stale: string | null): Promise<RefreshOutcome> {
  inFlight ??= withRefreshLock(() => refreshUnlessDone(stale)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

function withRefreshLock(work: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  // Without Web Locks (an insecure origin) two tabs may use one token: the server accepts a used one for another 10 s.
  return 'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work();
}

const storedNow = (): StoredSession => readStored() ?? session.get();

async function refreshUnlessDone(stale: string | null): Promise<RefreshOutcome> {
  const stored = storedNow();
  if (!stored.refreshToken) return 'refused';
  if (stored.token && stored.token !== stale) {
    session.adopt();
    return 'refreshed';
  }
  const answer = await askServer(stored.refreshToken);
  if (answer === 'refused' && hasRotated(stored.refreshToken)) return 'refreshed';
  if (typeof answer === 'string') return answer;
  const now = storedNow();
  // Signed out meanwhile, or another person signed in: these tokens are nobody's.
  if (!now.refreshToken || now.user?._id !== stored.user?._id) return 'unreachable';
  session.refreshed(answer);
  return 'refreshed';
}

/** Without Web Locks another tab may have used the same token first. Adopts the newer tokens of that tab. */
function hasRotated(refused: string): boolean {
  const now = readStored()?.refreshToken ?? null;
  if (now === null || now === refused) return false;
  session.adopt();
  return true;
}

/** The server's own refusal has a code; a 401 of a proxy or a captive portal has none. */
const refusal = v.looseObject({ code: v.string() });
const tokens = v.object({ token: v.string(), refreshToken: v.string() });

async function askServer(refreshToken: string): Promise<Tokens | 'refused' | 'unreachable'> {
  try {
    const response = await fetch('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callHeaders() },
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(LIMITS.apiTimeout),
    });
    const body: unknown = await response.json();
    if (response.ok && v.is(tokens, body)) return { token: body.token, refreshToken: body.refreshToken };
    return response.status === 401 && v.is(refusal, body) ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
