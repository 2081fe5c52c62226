import { LIMITS } from '@duet/contracts/plain';
import { refreshTokens } from './refresh.js';
import { session } from './session.js';
import { shownStatus } from './shown-status.js';
import { type OpenWire, type Wire, openWire } from './socket-wire.js';

/**
 * `off`: nobody is signed in. `connecting`: the first or a quick attempt. `lost`: those failed; it tries again every
 * 30 s, and the person may at once.
 */
export type LinkStatus = 'off' | 'connecting' | 'connected' | 'lost';

/** The one connection of a page: follows the session, renews its token, and never gives up. */
export interface SocketLink {
  readonly wire: Wire;
  status: () => LinkStatus;
  subscribe: (listener: () => void) => () => void;
  /** What the Reconnect button does. */
  reconnect: () => void;
  /** @returns the end of it all. */
  start: () => () => void;
}

export function createLink(open: OpenWire = openWire): SocketLink {
  let used: string | null = null;
  const wire = open(() => {
    used = session.get().token;
    return { token: used, status: shownStatus() };
  });
  const listeners = new Set<() => void>();
  let status: LinkStatus = 'off';
  let userId: string | null = null;
  /** A fresh token that is refused again means that another look would not help. */
  let renewed: string | null = null;
  let renewing = false;

  const become = (next: LinkStatus): void => {
    if (status === next) return;
    status = next;
    for (const listener of listeners) listener();
  };

  const connect = (): void => {
    if (userId === null || status === 'connected') return;
    if (!session.get().token) return console.warn('There is no token to connect with.');
    become('connecting');
    wire.connect();
  };

  const followSession = (): void => {
    const { user, status: state } = session.get();
    const next = state === 'authenticated' ? (user?._id ?? null) : null;
    if (next === userId) return;
    wire.disconnect();
    userId = next;
    become('off');
    connect();
  };

  const renew = async (): Promise<void> => {
    renewing = true;
    const outcome = used === renewed ? 'unreachable' : await refreshTokens(used);
    renewing = false;
    if (outcome === 'refused') return session.signedOut();
    if (outcome === 'unreachable') return become('lost');
    renewed = session.get().token;
    become('connecting');
    wire.connect();
  };

  wire.on('authenticated', () => {
    renewed = null;
    become('connected');
  });
  wire.on('authentication_error', ({ code }) => {
    if (userId === null) return;
    if (code === 'TOKEN_EXPIRED' || code === 'UNAUTHENTICATED') void renew();
    else become('lost');
  });
  wire.onDown((willRetry) => {
    if (userId === null) become('off');
    else if (willRetry || renewing) become('connecting');
    else if (status === 'connected') become('lost');
  });
  wire.onGaveUp(() => {
    if (userId !== null) become('lost');
  });

  return {
    wire,
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
        become('off');
      };
    },
  };
}
