import { LIMITS } from '@duet/contracts/plain';
import { createObservable } from '../observable/observable.js';
import { refreshTokens } from '../platform/session/refresh.js';
import { session } from '../platform/session/session.js';
import { shownStatus } from '../platform/account/shown-status.js';
import { lateWire } from './late-wire.js';
import type { OpenWire, Wire } from './socket-wire.js';

/**
 * `off`: signed out. `connecting`: the first or a quick attempt. `lost`: those failed; it retries every 30 s, or when the
 * user asks.
 */
export type LinkStatus = 'off' | 'connecting' | 'connected' | 'lost';

/** The page's connection: follows the session, refreshes its token, and reconnects until it is stopped. */
export interface SocketLink {
  readonly wire: Wire;
  status: () => LinkStatus;
  subscribe: (listener: () => void) => () => void;
  /** Connects now, for the Reconnect button. */
  reconnect: () => void;
  /** @returns a function that stops it */
  start: () => () => void;
}

const openWire = lateWire(async () => (await import('./socket-wire.js')).openWire);

export function createLink(open: OpenWire = openWire): SocketLink {
  let sentToken: string | null = null;
  const wire = open(() => {
    sentToken = session.get().token;
    return { token: sentToken, status: shownStatus() };
  });
  const status = createObservable<LinkStatus>('off');
  let userId: string | null = null;
  /** The last refreshed token: if the server refuses it too, another refresh would not help now. */
  let renewed: string | null = null;
  let renewing = false;

  const setStatus = (next: LinkStatus): void => {
    if (status.get() !== next) status.set(next);
  };

  const connect = (): void => {
    if (userId === null || status.get() === 'connected') return;
    if (!session.get().token) return console.warn('socket not connected: there is no token');
    setStatus('connecting');
    wire.connect();
  };

  const followSession = (): void => {
    const { user, status: state } = session.get();
    const next = state === 'authenticated' ? (user?._id ?? null) : null;
    if (next === userId) return;
    wire.disconnect();
    userId = next;
    setStatus('off');
    connect();
  };

  const renew = async (): Promise<void> => {
    renewing = true;
    const asked = userId;
    const outcome = sentToken === renewed ? 'unreachable' : await refreshTokens(sentToken);
    renewing = false;
    // The session ended meanwhile, or became another person's.
    if (userId !== asked) return;
    if (outcome === 'refused') return session.signedOut();
    if (outcome === 'unreachable') {
      // Also the refreshed token may expire before any connection has used it.
      renewed = null;
      return setStatus('lost');
    }
    renewed = session.get().token;
    setStatus('connecting');
    wire.connect();
  };

  wire.on('authenticated', () => {
    renewed = null;
    setStatus('connected');
  });
  wire.on('authentication_error', ({ code }) => {
    if (userId === null) return;
    if (code === 'TOKEN_EXPIRED' || code === 'UNAUTHENTICATED') void renew();
    else setStatus('lost');
  });
  wire.onDown((willRetry) => {
    if (userId === null) setStatus('off');
    else if (willRetry || renewing) setStatus('connecting');
    else if (status.get() === 'connected') setStatus('lost');
  });
  wire.onGaveUp(() => {
    if (userId !== null) setStatus('lost');
  });

  return {
    wire,
    status: status.get,
    subscribe: status.subscribe,
    reconnect: connect,
    start: () => {
      const retryWhenSeen = (): void => {
        if (document.visibilityState === 'visible') connect();
      };
      const stopFollowing = session.subscribe(followSession);
      const timer = setInterval(connect, LIMITS.socketRetryInterval);
      window.addEventListener('online', connect);
      document.addEventListener('visibilitychange', retryWhenSeen);
      followSession();
      return () => {
        stopFollowing();
        clearInterval(timer);
        window.removeEventListener('online', connect);
        document.removeEventListener('visibilitychange', retryWhenSeen);
        userId = null;
        wire.disconnect();
        setStatus('off');
      };
    },
  };
}
