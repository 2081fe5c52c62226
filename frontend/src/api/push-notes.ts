import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What the service worker has to know while no page is open: it cannot read where pages keep things. */
export interface PushNotes {
  /** As it was told to the server, to prove with when the browser replaces it; and the key it was made with. */
  device: { endpoint: string; auth: string; publicKey: string };
  /** Whether Duet is locked on this device: always, or as soon as no page is open (`open`), or never (`off`). */
  lock: 'off' | 'open' | 'locked';
}

interface Schema extends DBSchema {
  notes: { key: keyof PushNotes; value: PushNotes[keyof PushNotes] };
}

const open = (): Promise<IDBPDatabase<Schema>> => openDB<Schema>('duet-push', 1, { upgrade: (made) => void made.createObjectStore('notes') });

/** A browser that refuses storage has no notes: nothing depends on them but comfort, and a lock is taken for closed. */
export const pushNotes = {
  async device(): Promise<PushNotes['device'] | null> {
    const held = await read('device');
    return typeof held === 'object' ? held : null;
  },

  async lock(): Promise<PushNotes['lock'] | null> {
    const held = await read('lock');
    return typeof held === 'string' ? held : null;
  },

  async write<Name extends keyof PushNotes>(name: Name, value: PushNotes[Name] | null): Promise<void> {
    try {
      const database = await open();
      await (value === null ? database.delete('notes', name) : database.put('notes', value, name));
      database.close();
    } catch {
      console.warn('What notifications need to know could not be stored.');
    }
  },
};

async function read(name: keyof PushNotes): Promise<PushNotes[keyof PushNotes] | undefined> {
  try {
    const database = await open();
    const held = await database.get('notes', name);
    database.close();
    return held;
  } catch {
    return undefined;
  }
}
