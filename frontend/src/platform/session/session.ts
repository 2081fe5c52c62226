import type { AuthResponse, PartnerView, Tokens, UserView } from '@duet/contracts';
import { createObservable, useObservable, useObserved } from '../../observable/observable.js';
import { type StoredSession, clearStored, readStored, writeStored } from './session-storage.js';

export interface Session extends StoredSession {
  /**
   * `loading`: the stored tokens are not verified yet, and no page is shown. `waiting`: the server did not answer yet; the page
   * shows what the browser has stored, and the attempts continue.
   */
  status: 'loading' | 'waiting' | 'authenticated' | 'unauthenticated';
  /** The access token is new since this page began, so that calls need not wait for one. */
  hasFreshToken: boolean;
  /** The user signed out on purpose, or asked to: the next sign-in does not return to the page that was open. */
  leftByChoice: boolean;
  /** The user whose session ended on this page; null before any did. */
  formerUserId: string | null;
}

const NOBODY: Session = {
  user: null,
  token: null,
  refreshToken: null,
  isAuthenticated: false,
  status: 'unauthenticated',
  hasFreshToken: false,
  leftByChoice: false,
  formerUserId: null,
};

function atStart(): Session {
  const stored = readStored();
  return stored?.token || stored?.refreshToken ? { ...NOBODY, ...stored, status: 'loading' } : NOBODY;
}

const state = createObservable(atStart());
const setSession = state.set;

/** Nobody is signed in any more. */
const endedSession = (leftByChoice: boolean): Session => {
  const { user, formerUserId, leftByChoice: isLeaving } = state.get();
  return { ...NOBODY, leftByChoice: leftByChoice || isLeaving, formerUserId: user?._id ?? formerUserId };
};

const persist = ({ user, token, refreshToken, isAuthenticated }: Session): void =>
  writeStored({ user, token, refreshToken, isAuthenticated });

/**
 * The session of this browser, and the only writer of `auth-storage`; other tabs follow by the storage event. It is outside
 * React, because the HTTP client and the socket need it too.
 */
export const session = {
  get: state.get,
  subscribe: state.subscribe,

  signedIn({
    user,
    partner,
    token,
    refreshToken,
  }: Pick<AuthResponse, 'user' | 'partner' | 'token' | 'refreshToken'>): void {
    setSession({
      user: { ...user, partner: partner ?? user.partner },
      token,
      refreshToken,
      isAuthenticated: true,
      status: 'authenticated',
      hasFreshToken: true,
      leftByChoice: false,
      formerUserId: null,
    });
    persist(state.get());
  },

  /** Stores new tokens of the same user. */
  refreshed({ token, refreshToken }: Tokens): void {
    setSession({ ...state.get(), token, refreshToken, hasFreshToken: true });
    persist(state.get());
  },

  /** The server did not answer at the start. The session stays. */
  serverAway(): void {
    if (state.get().status === 'loading') setSession({ ...state.get(), status: 'waiting' });
  },

  /** Takes the account from an answer of the server, which also ends the start-up. */
  userLoaded(user: UserView): void {
    setSession({ ...state.get(), user, isAuthenticated: true, status: 'authenticated' });
    // Another tab may have rotated the tokens since: writes the user only.
    const stored = readStored();
    writeStored({ ...(stored?.refreshToken ? stored : state.get()), user, isAuthenticated: true });
  },

  partnerChanged(partner: PartnerView | null, partnershipDate: string | null): void {
    const { user } = state.get();
    // An account without a partner proves nothing, so listeners wait for this answer although it changes nothing.
    if (user && (!partner || user.partner?._id !== partner._id || user.partnershipDate !== partnershipDate)) {
      session.userLoaded({ ...user, partner, partnershipDate });
    }
  },

  /** The user asked to sign out. If the session ends before that is done, as another tab may notice first, it is their choice. */
  leaves: (): void => setSession({ ...state.get(), leftByChoice: true }),

  signedOut(leftByChoice = false): void {
    // The storage first: listeners of the change may read it.
    clearStored();
    setSession(endedSession(leftByChoice));
  },

  /** Adopts the session that another tab stored. It writes nothing, so that two tabs never answer each other. */
  adopt(): void {
    const stored = readStored();
    if (!stored?.refreshToken) setSession(endedSession(false));
    else
      setSession({
        ...NOBODY,
        ...stored,
        status: stored.isAuthenticated && stored.user ? 'authenticated' : state.get().status,
        hasFreshToken: true,
      });
  },

  /** Reads the stored session again, as a new page does. */
  restart(): void {
    setSession(atStart());
  },
};

/** Whether components may call the server as this user. Before its first answer their calls wait for it. */
export const useMayAsk = (): boolean => useObserved(session, ({ isAuthenticated }) => isAuthenticated);

/** The partner of the stored session. Other changes of the session do not render the component. */
export const useStoredPartner = (): PartnerView | null => useObserved(session, ({ user }) => user?.partner ?? null);

const isOpening = (): boolean => state.get().status === 'loading' && !state.get().hasFreshToken;

/** Waits until this page has a fresh token, or knows that it gets none now. @returns whether the server can be reached */
export async function sessionOpened(): Promise<boolean> {
  if (isOpening())
    await new Promise<void>((resolve) => {
      const stop = state.subscribe(() => {
        if (isOpening()) return;
        stop();
        resolve();
      });
    });
  return state.get().status !== 'waiting';
}

export const useSession = (): Session => useObservable(state);
