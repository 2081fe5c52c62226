import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';

/** A share that nobody has taken is dropped after this time, in milliseconds. */
const KEPT_FOR = 60 * 60_000;

const sharedIn = v.object({
  text: v.string(),
  files: v.array(v.instance(File)),
  /** The names of files that are too large to be kept. */
  tooLarge: v.array(v.string()),
  at: v.number(),
});

/** A text and files that another app gave to Duet. */
export type SharedIn = Omit<v.InferOutput<typeof sharedIn>, 'at'>;

interface Schema extends DBSchema {
  shared: { key: 'newest'; value: unknown };
}

/** Runs on the database; null when the browser refuses or fails. */
async function inDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  try {
    const database = await openDB<Schema>('duet-shared', 1, {
      upgrade: (made) => void made.createObjectStore('shared'),
    });
    return await work(database).finally(() => database.close());
  } catch {
    return null;
  }
}

/** Waits in this browser until the conversation is open, for example until the person has signed in. Nothing is sent by itself. */
export const sharedInbox = {
  put: async (shared: SharedIn): Promise<boolean> =>
    (await inDatabase((database) => database.put('shared', { ...shared, at: Date.now() }, 'newest'))) !== null,

  /** Each share is taken once, by one tab. */
  take: (): Promise<SharedIn | null> =>
    inDatabase(async (database) => {
      const { store, done } = database.transaction('shared', 'readwrite');
      const { success, output } = v.safeParse(sharedIn, await store.get('newest'));
      await store.clear();
      await done;
      return success && Date.now() - output.at < KEPT_FOR ? output : null;
    }),

  async forget(): Promise<void> {
    await inDatabase((database) => database.clear('shared'));
  },
};
