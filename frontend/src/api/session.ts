import type { AuthResponse, PartnerView, Tokens, UserView } from '@duet/contracts';
import { useSyncExternalStore } from 'react';
import { type StoredSession, clearStored, readStored, writeStored } from './session-storage.js';

export interface Session extends StoredSession {
  /** `loading` lasts from the start until the stored tokens proved themselves; no page is shown before. */
  status: 'loading' | 'authenticated' | 'unauthenticated';
  /** Signed out on purpose: the page that was open is not remembered for the next person. */
  leftByChoice: boolean;
}

const NOBODY: Session = { user: null, token: null, refreshToken: null, isAuthenticated: false, status: 'unauthenticated', leftByChoice: false };

function atStart(): Session {
  const stored = readStored();
  return stored?.token || stored?.refreshToken ? { ...NOBODY, ...stored, status: 'loading' } : NOBODY;
}

let current = atStart();
const listeners = new Set<() => void>();

function become(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

const persist = ({ user, token, refreshToken, isAuthenticated }: Session): void => writeStored({ user, token, refreshToken, isAuthenticated });

/**
 * Who is signed in here. The one owner of `auth-storage`; other tabs follow through the storage event.
 * Outside React so that the HTTP client and the socket read the same truth as the screens.
 */
export const session = {
  get: (): Session => current,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  signedIn({ user, partner, token, refreshToken }: Pick<AuthResponse, 'user' | 'partner' | 'token' | 'refreshToken'>): void {
    become({
      user: { ...user, partner: partner ?? user.partner },
      token,
      refreshToken,
      isAuthenticated: true,
      status: 'authenticated',
      leftByChoice: false,
    });
    persist(current);
  },

  /** New tokens for the same person. */
  refreshed({ token, refreshToken }: Tokens): void {
    become({ ...current, token, refreshToken });
    persist(current);
  },

  /** The account as the server tells it; also the end of the start-up. */
  userLoaded(user: UserView): void {
    become({ ...current, user, isAuthenticated: true, status: 'authenticated' });
    // Another tab may have rotated the tokens since: only the person is written.
    const stored = readStored();
    writeStored({ ...(stored?.refreshToken ? stored : current), user, isAuthenticated: true });
  },

  partnerChanged(partner: PartnerView | null, partnershipDate: string | null): void {
    const { user } = current;
    if (user && (user.partner?._id !== partner?._id || user.partnershipDate !== partnershipDate)) {
      session.userLoaded({ ...user, partner, partnershipDate });
    }
  },

  signedOut(leftByChoice = false): void {
    // The storage first: whoever hears of the change and looks there finds nobody.
    clearStored();
    become({ ...NOBODY, leftByChoice });
  },

  /** Takes over what another tab stored. Nothing is written, so two tabs never echo each other. */
  adopt(): void {
    const stored = readStored();
    if (!stored?.refreshToken) become(NOBODY);
    else become({ ...NOBODY, ...stored, status: stored.isAuthenticated && stored.user ? 'authenticated' : current.status });
  },

  /** Reads the storage anew, as a freshly opened page does. */
  restart(): void {
    become(atStart());
  },
};

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get);
