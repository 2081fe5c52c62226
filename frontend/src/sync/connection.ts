import { useEffect, useEffectEvent, useRef } from 'react';
import { createObservable, useObservable } from '../observable/observable.js';

export interface Connection {
  /** `gaveUp`: the quick attempts failed, and the user may start another. It lasts until one succeeds. */
  state: 'connected' | 'connecting' | 'disconnected' | 'gaveUp';
  isTrying: boolean;
  reconnect: () => void;
}

/** Whether live updates arrive. The socket writes it, the top bar shows it. */
export const connection = createObservable<Connection>({
  state: 'disconnected',
  isTrying: false,
  reconnect: () => undefined,
});

export const useConnection = (): Connection => useObservable(connection);

/** Calls back when live updates arrive again. */
export function useOnReconnect(onReconnect: () => void): void {
  const isConnected = useConnection().state === 'connected';
  const before = useRef(isConnected);
  const call = useEffectEvent(onReconnect);
  useEffect(() => {
    if (isConnected && !before.current) call();
    before.current = isConnected;
  }, [isConnected]);
}
