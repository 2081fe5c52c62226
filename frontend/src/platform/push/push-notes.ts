import { TEXT_LANGUAGES } from '@duet/contracts/plain';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';

const notes = {
  /** The subscription that the server knows, as proof when the browser replaces it, and its key. */
  device: v.object({ endpoint: v.string(), auth: v.string(), publicKey: v.string() }),
  /** The app lock on this device: `locked`, locked once no page is open (`open`), or `off`. */
  lock: v.picklist(['off', 'open', 'locked']),
  /** The language of the last page. */
  language: v.picklist(TEXT_LANGUAGES),
};

/** The data that the service worker needs while no page is open; it cannot read localStorage. */
export interface PushNotes {
  device: v.InferOutput<typeof notes.device>;
  lock: v.InferOutput<typeof notes.lock>;
  language: v.InferOutput<typeof notes.language>;
}

interface Schema extends DBSchema {
  notes: { key: keyof PushNotes; value: PushNotes[keyof PushNotes] };
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('duet-push', 1, { upgrade: (made) => void made.createObjectStore('notes') });

/** Notes in IndexedDB. A browser that refuses storage has none: notifications are then less precise. */
export const pushNotes = {
  device: (): Promise<PushNotes['device'] | null> => readNote('device', notes.device),

  lock: (): Promise<PushNotes['lock'] | null> => readNote('lock', notes.lock),

  language: (): Promise<PushNotes['language'] | null> => readNote('language', notes.language),

  async write<Name extends keyof PushNotes>(name: Name, value: PushNotes[Name] | null): Promise<void> {
    try {
      const database = await open();
      await (value === null ? database.delete('notes', name) : database.put('notes', value, name));
      database.close();
    } catch {
      console.warn('push note not stored');
    }
  },
};

async function readNote<T>(name: keyof PushNotes, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  try {
    const database = await open();
    const stored = await database.get('notes', name);
    database.close();
    const { success, output } = v.safeParse(schema, stored);
    return success ? output : null;
  } catch {
    return null;
  }
}
