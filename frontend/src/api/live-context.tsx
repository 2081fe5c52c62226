import { type ReactNode, createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { Live } from './live.js';
import type { LiveRoot } from './live-store.js';
import type { LinkStatus } from './socket.js';

const LiveContext = createContext<Live | null>(null);

/** Runs the page's one live connection for as long as the app is there. */
export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  useEffect(() => live.start(), [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new TypeError('useLive needs a LiveProvider above it');
  return live;
}

export const useLiveState = <T,>(select: (state: LiveRoot) => T): T => useSelector<LiveRoot, T>(select);

/** For the indicator in the top bar: how the connection is, and the way to try again at once. */
export function useConnection(): { status: LinkStatus; reconnect: () => void } {
  const { link } = useLive();
  return { status: useSyncExternalStore(link.subscribe, link.status), reconnect: link.reconnect };
}

/** Whether this person, the partner, is online; null while nobody can tell. */
export function usePresence(userId: string): boolean | null {
  const { status } = useConnection();
  const online = useLiveState((state) => state.live.online.includes(userId));
  return status === 'connected' ? online : null;
}
