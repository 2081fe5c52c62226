import { type ReactNode, createContext, useContext, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useConnection } from './connection.js';
import type { Live } from './live.js';
import type { LiveRoot } from './live-store.js';

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

/** Whether this person, the partner, is online; null while nobody can tell. */
export function usePresence(userId: string): boolean | null {
  const { state: link } = useConnection();
  const online = useLiveState((state) => state.live.online.includes(userId));
  return link === 'connected' ? online : null;
}
