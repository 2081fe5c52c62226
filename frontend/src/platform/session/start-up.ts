import type { UserView } from '@duet/contracts';
import { createObservable, useObservable } from '../../observable/observable.js';
import { type RefreshOutcome, refreshTokens } from './refresh.js';
import { session } from './session.js';
import { AUTH_STORAGE } from './session-storage.js';

/**
 * The first pause between two attempts, in milliseconds; each next one is twice as long. The server accepts a used refresh
 * token for another 10 s, so the first repeats are safe.
 */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** After this long without an answer the page shows what the browser has stored, in milliseconds. */
const WAIT_BEFORE_SHOWING = 2_500;

interface StartUp {
  isTrying: boolean;
  retry: () => void;
}

const state = createObservable<StartUp>({ isTrying: false, retry: () => undefined });
const setStartUp = state.set;

export const useStartUp = (): StartUp => useObservable(state);

let early: Promise<RefreshOutcome> | null = null;

/** Asks for fresh tokens while the code of the app loads; `startSession` takes over. */
export function refreshEarly(): void {
  const { status, token } = session.get();
  if (status === 'loading') early = refreshTokens(token);
}

/** The outcome of the early refresh, once, else that of one that begins now. */
function firstRefresh(): Promise<RefreshOutcome> {
  const begun = early ?? refreshTokens(session.get().token);
  early = null;
  return begun;
}

/**
 * Starts a page: refreshes the stored tokens, then loads the account. Only a refusal by the server ends the session. Without
 * an answer it retries with growing pauses, and at once when the network or the user comes back.
 * @param loadProfile puts the account into the session; resolves to null if the server sent none
 * @returns a function that stops the attempts
 */
export function startSession(loadProfile: () => Promise<UserView | null>): () => void {
  let isStopped = false;
  let hasFreshToken = false;
  let pause = FIRST_PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isOpen = (): boolean =>
    !isStopped && (session.get().status === 'loading' || session.get().status === 'waiting');
  const patience = setTimeout(() => isOpen() && session.serverAway(), WAIT_BEFORE_SHOWING);

  async function prove(): Promise<'proven' | 'refused' | 'unreachable'> {
    if (!hasFreshToken) {
      const outcome = await firstRefresh();
      if (outcome !== 'refreshed') return outcome;
      hasFreshToken = true;
    }
    return !isOpen() || (await loadProfile()) ? 'proven' : 'unreachable';
  }

  async function attempt(): Promise<void> {
    if (!isOpen() || state.get().isTrying) return;
    clearTimeout(timer);
    setStartUp({ isTrying: true, retry: retryNow });
    const outcome = await prove();
    if (isStopped) return;
    setStartUp({ isTrying: false, retry: retryNow });
    if (!isOpen() || outcome === 'proven') return clearTimeout(patience);
    if (outcome === 'refused') return session.signedOut();
    session.serverAway();
    timer = setTimeout(() => void attempt(), pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function retryNow(): void {
    pause = FIRST_PAUSE;
    void attempt();
  }

  const onVisible = (): void => {
    if (document.visibilityState === 'visible') retryNow();
  };
  window.addEventListener('online', retryNow);
  document.addEventListener('visibilitychange', onVisible);
  void attempt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(patience);
    window.removeEventListener('online', retryNow);
    document.removeEventListener('visibilitychange', onVisible);
    setStartUp({ isTrying: false, retry: () => undefined });
  };
}

/** Adopts a sign-in, sign-out or refresh of another tab. @returns a function that ends it */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === AUTH_STORAGE || event.key === null) session.adopt();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
