import type { UserView } from '@duet/contracts';
import { refreshTokens } from './refresh.js';
import { session } from './session.js';
import { AUTH_STORAGE } from './session-storage.js';

const PAUSES = [0, 500, 1500];

/**
 * The first thing a page does: prove the stored tokens, then fetch the account. Any step that fails ends the session,
 * but a server that cannot be reached is asked three times first.
 */
export async function startSession(loadProfile: () => Promise<UserView | null>): Promise<void> {
  if (session.get().status !== 'loading') return;
  const proven = await refreshPatiently();
  const user = proven && session.get().status === 'loading' ? await loadProfile() : session.get().user;
  if (!proven || !user) session.signedOut();
}

async function refreshPatiently(): Promise<boolean> {
  const { token } = session.get();
  for (const pause of PAUSES) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const outcome = await refreshTokens(token);
    if (outcome !== 'unreachable') return outcome === 'refreshed';
  }
  return false;
}

/** Signing in, out or refreshing in one tab reaches the others. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === AUTH_STORAGE || event.key === null) session.adopt();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
