import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutgoingSend } from './outgoing-state.js';

interface Schema extends DBSchema {
  sends: { key: string; value: OutgoingSend; indexes: { user: string } };
}

/** Texts that wait, over reloads and tabs. */
export interface OutgoingStorage {
  of: (userId: string) => Promise<OutgoingSend[]>;
  put: (send: OutgoingSend) => Promise<void>;
  remove: (clientMessageId: string) => Promise<void>;
}

const inMemory = (): OutgoingStorage => {
  const held = new Map<string, OutgoingSend>();
  return {
    of: async (userId) => [...held.values()].filter((send) => send.userId === userId),
    put: async (send) => void held.set(send.clientMessageId, send),
    remove: async (clientMessageId) => void held.delete(clientMessageId),
  };
};

const inDatabase = (database: IDBPDatabase<Schema>): OutgoingStorage => ({
  of: (userId) => database.getAllFromIndex('sends', 'user', userId),
  put: async (send) => void (await database.put('sends', send)),
  remove: (clientMessageId) => database.delete('sends', clientMessageId),
});

/** A browser that refuses to store (private mode, full disk) still sends, as long as the page lives. */
export async function openOutgoing(): Promise<OutgoingStorage> {
  try {
    const database = await openDB<Schema>('duet-outgoing', 1, {
      upgrade: (fresh) => fresh.createObjectStore('sends', { keyPath: 'clientMessageId' }).createIndex('user', 'userId'),
    });
    return inDatabase(database);
  } catch {
    console.warn('Unsent messages cannot be stored; they last as long as this page.');
    return inMemory();
  }
}
