import { type ReactNode, createContext, useContext, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useConnection } from './connection.js';
import type { Live } from './live.js';
import type { LiveRoot } from './live-store.js';
import { useSettings } from '../platform/account/settings.js';

const LiveContext = createContext<Live | null>(null);

/** Runs the page's live connection while the app is mounted. */
export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  const { settings, isLoaded } = useSettings();
  useEffect(() => live.start(), [live]);
  useEffect(() => {
    if (isLoaded) live.showPresence(settings.privacy.online);
  }, [live, isLoaded, settings.privacy.online]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new TypeError('useLive needs a LiveProvider above it');
  return live;
}

export const useLiveState = <T,>(select: (state: LiveRoot) => T): T => useSelector<LiveRoot, T>(select);

/** When the partner was last online, as an instant; null where either of the two hides it, and while disconnected. */
export function useLastSeen(userId: string): string | null {
  const { settings } = useSettings();
  const lastSeen = useLiveState((state) => state.live.lastSeen);
  const isShared = settings.privacy.online && settings.privacy.lastSeen;
  return isShared && lastSeen?.userId === userId ? lastSeen.at : null;
}

/** Whether the partner is online; null while disconnected, and for users who hide their own presence. */
export function usePresence(userId: string): boolean | null {
  const { state: link } = useConnection();
  const { settings } = useSettings();
  const online = useLiveState((state) => state.live.online.includes(userId));
  return link === 'connected' && settings.privacy.online ? online : null;
}
