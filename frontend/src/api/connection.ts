import { useSyncExternalStore } from 'react';

export interface Connection {
  /** `gaveUp`: the quick attempts are over, a person may ask for another. */
  state: 'connected' | 'connecting' | 'disconnected' | 'gaveUp';
  reconnect: () => void;
}

let current: Connection = { state: 'disconnected', reconnect: () => undefined };
const listeners = new Set<() => void>();

/** Whether live updates arrive. The socket writes it, the top bar shows it. */
export const connection = {
  get: (): Connection => current,
  set(change: Partial<Connection>): void {
    current = { ...current, ...change };
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get);
