import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutgoingUpload } from './uploads-state.js';

interface Stored {
  clientMessageId: string;
  userId: string;
  send: OutgoingUpload;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: Stored; indexes: { user: string } };
  /** Apart from what describes them, so that a change of state does not write the bytes anew. */
  bytes: { key: string; value: Blob[] };
}

/** Files that wait, over reloads and tabs. */
export interface UploadsStorage {
  of: (userId: string) => Promise<OutgoingUpload[]>;
  /** @param bytes only with the first of a send; a change of its state leaves them alone. */
  put: (send: OutgoingUpload, bytes?: readonly Blob[]) => Promise<void>;
  /** Empty when the browser lost them. */
  bytesOf: (clientMessageId: string) => Promise<Blob[]>;
  remove: (clientMessageId: string) => Promise<void>;
}

const inMemory = (): UploadsStorage => {
  const held = new Map<string, OutgoingUpload>();
  const bytesHeld = new Map<string, readonly Blob[]>();
  return {
    of: async (userId) => [...held.values()].filter((send) => send.userId === userId),
    put: async (send, bytes) => {
      held.set(send.clientMessageId, send);
      if (bytes) bytesHeld.set(send.clientMessageId, bytes);
    },
    bytesOf: async (id) => [...(bytesHeld.get(id) ?? [])],
    remove: async (id) => {
      held.delete(id);
      bytesHeld.delete(id);
    },
  };
};

const inDatabase = (database: IDBPDatabase<Schema>): UploadsStorage => ({
  of: async (userId) => (await database.getAllFromIndex('uploads', 'user', userId)).map(({ send }) => send),
  put: async (send, bytes) => {
    const write = database.transaction(['uploads', 'bytes'], 'readwrite');
    const { clientMessageId, userId } = send;
    await Promise.all([
      write.objectStore('uploads').put({ clientMessageId, userId, send }),
      bytes ? write.objectStore('bytes').put([...bytes], clientMessageId) : undefined,
      write.done,
    ]);
  },
  bytesOf: async (id) => ((await database.get('bytes', id)) ?? []).filter((part) => part instanceof Blob),
  remove: async (id) => {
    const write = database.transaction(['uploads', 'bytes'], 'readwrite');
    await Promise.all([write.objectStore('uploads').delete(id), write.objectStore('bytes').delete(id), write.done]);
  },
});

/** A browser that refuses to store (private mode, full disk) still sends, as long as the page lives. */
export async function openUploads(): Promise<UploadsStorage> {
  try {
    const database = await openDB<Schema>('duet-uploads', 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('uploads', { keyPath: 'clientMessageId' }).createIndex('user', 'userId');
        fresh.createObjectStore('bytes');
      },
    });
    return inDatabase(database);
  } catch {
    console.warn('Unsent files cannot be stored; they last as long as this page.');
    return inMemory();
  }
}
