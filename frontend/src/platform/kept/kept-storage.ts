import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import * as v from 'valibot';
import { appLock } from '../app-lock/app-lock.js';

const DATABASE = 'duet-kept';

/** All kept pictures together, in bytes. The ones that were shown longest ago go first. */
const PICTURE_BYTES = 50 * 1024 * 1024;

const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';
const buffer = v.custom<ArrayBuffer>(isBuffer);

const sealedBytes = v.object({ iv: v.nullable(buffer), bytes: buffer });

/** Each writing of the state has a version of its own. */
const storedState = v.object({ ...sealedBytes.entries, version: v.string() });

/** Bytes as stored: sealed with AES-GCM if `iv` is there. */
type SealedBytes = v.InferOutput<typeof sealedBytes>;

const storedPicture = v.object({ ...sealedBytes.entries, type: v.string(), size: v.number(), shownAt: v.number() });
type StoredPicture = v.InferOutput<typeof storedPicture>;

interface Schema extends DBSchema {
  /** `holder`: the tab that may write. `state`: what is kept, as sealed JSON. */
  rows: { key: 'holder' | 'state'; value: unknown };
  /** By attachment id and variant. */
  pictures: { key: string; value: StoredPicture };
}

type Database = IDBPDatabase<Schema>;
type Write = ReturnType<typeof beginWrite>;

const beginWrite = (database: Database) => database.transaction(['rows', 'pictures'], 'readwrite');

/** Unique among the tabs of this browser. */
const self = crypto.randomUUID();

/** Null while nothing may be kept. */
async function seal(bytes: ArrayBuffer): Promise<SealedBytes | null> {
  const lock = appLock.seal();
  if (!lock) return null;
  if (!lock.key) return { iv: null, bytes };
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv: iv.buffer, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock.key, bytes) };
}

/** Null for what another PIN or no PIN has sealed: it was kept before the lock changed. */
async function unseal({ iv, bytes }: SealedBytes): Promise<ArrayBuffer | null> {
  const lock = appLock.seal();
  if (!lock || (lock.key === null) !== (iv === null)) return null;
  return lock.key && iv ? crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock.key, bytes) : bytes;
}

/** Runs on the database; null when the browser refuses or fails. */
async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T | null> {
  let database: Database | null = null;
  try {
    database = await openDB<Schema>(DATABASE, 1, {
      upgrade: (made) => {
        made.createObjectStore('rows');
        made.createObjectStore('pictures');
      },
    });
    return await work(database);
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

type Rows = IDBPObjectStore<Schema, ('rows' | 'pictures')[], 'rows', 'readwrite'>;

const isHeldHere = async (rows: Rows): Promise<boolean> => (await rows.get('holder')) === self;

/**
 * Writes, unless another tab has become the holder: it knows more than this one.
 * @param may whether this write is allowed, as the storage is now
 * @returns whether it is written
 */
async function writeIf(
  may: (rows: Rows) => Promise<boolean>,
  work: (write: Write) => Promise<unknown>,
): Promise<boolean> {
  const isWritten = await inDatabase(async (database) => {
    const write = beginWrite(database);
    const isAllowed = await may(write.objectStore('rows'));
    if (isAllowed) await work(write);
    await write.done;
    return isAllowed;
  });
  return isWritten ?? false;
}

const pictureKey = (id: string, variant: string): string => `${id} ${variant}`;
const idIn = (key: string): string => key.split(' ', 1)[0] ?? '';

/** Removes the pictures that were shown longest ago until the rest has room. */
async function makeRoom(write: Write, bytes: number): Promise<void> {
  const pictures = write.objectStore('pictures');
  const sizes: { key: string; size: number; shownAt: number }[] = [];
  for (let cursor = await pictures.openCursor(); cursor; cursor = await cursor.continue())
    sizes.push({ key: cursor.key, size: cursor.value.size, shownAt: cursor.value.shownAt });
  let total = sizes.reduce((sum, { size }) => sum + size, bytes);
  for (const { key, size } of sizes.toSorted((a, b) => a.shownAt - b.shownAt)) {
    if (total <= PICTURE_BYTES) return;
    await pictures.delete(key);
    total -= size;
  }
}

/**
 * The state that this device keeps of Duet, to open without a connection. No method rejects: without storage Duet opens with a
 * connection only. One tab at a time writes, the holder, so that a tab that has missed something never brings it back.
 */
export const keptStorage = {
  /** This tab is up to date: from now on it writes, and no other. */
  async hold(): Promise<void> {
    await inDatabase((database) => database.put('rows', self, 'holder'));
  },

  isHeld: async (): Promise<boolean> => (await inDatabase((database) => database.get('rows', 'holder'))) === self,

  /** The kept state as JSON wrote it; null where there is none, or none that may be read now. */
  read: (): Promise<{ version: string; state: unknown } | null> =>
    inDatabase(async (database) => {
      const { success, output } = v.safeParse(storedState, await database.get('rows', 'state'));
      const bytes = success ? await unseal(output) : null;
      return bytes && success
        ? { version: output.version, state: JSON.parse(new TextDecoder().decode(bytes)) as unknown }
        : null;
    }),

  /**
   * Replaces the kept state.
   * @param pictures the ids of the attachments that it shows: other pictures go
   * @param readAs the version that was read and only filtered; no tab has to be the holder for that
   */
  async write(state: unknown, pictures: ReadonlySet<string>, readAs: string | null = null): Promise<boolean> {
    const sealed = await seal(new TextEncoder().encode(JSON.stringify(state)).slice().buffer).catch(() => null);
    if (!sealed) return false;
    const isUnchanged = async (rows: Rows): Promise<boolean> => {
      const { success, output } = v.safeParse(storedState, await rows.get('state'));
      return success && output.version === readAs;
    };
    return writeIf(readAs === null ? isHeldHere : isUnchanged, async (write) => {
      await write.objectStore('rows').put({ ...sealed, version: crypto.randomUUID() }, 'state');
      for (const key of await write.objectStore('pictures').getAllKeys())
        if (!pictures.has(idIn(key))) await write.objectStore('pictures').delete(key);
    });
  },

  async readPicture(id: string, variant: string): Promise<Blob | null> {
    const found = await inDatabase(async (database) => {
      const { success, output } = v.safeParse(storedPicture, await database.get('pictures', pictureKey(id, variant)));
      const bytes = success ? await unseal(output) : null;
      return success && bytes ? { row: output, blob: new Blob([bytes], { type: output.type }) } : null;
    });
    if (!found) return null;
    void writeIf(isHeldHere, async (write) => {
      const pictures = write.objectStore('pictures');
      if (await pictures.getKey(pictureKey(id, variant)))
        await pictures.put({ ...found.row, shownAt: Date.now() }, pictureKey(id, variant));
    });
    return found.blob;
  },

  /** @param isWanted whether what is kept still shows the picture */
  async writePicture(
    id: string,
    variant: string,
    { bytes, type }: { bytes: ArrayBuffer; type: string },
    isWanted: () => boolean,
  ): Promise<boolean> {
    const size = bytes.byteLength;
    const sealed = await seal(bytes).catch(() => null);
    if (!sealed) return false;
    return writeIf(isHeldHere, async (write) => {
      if (!isWanted()) return;
      await makeRoom(write, size);
      const row = { ...sealed, type, size, shownAt: Date.now() };
      await write.objectStore('pictures').put(row, pictureKey(id, variant));
    });
  },

  /** Removes everything. No tab writes anything more before it is up to date. */
  async clear(): Promise<void> {
    const isDone = await inDatabase(async (database) => {
      const write = beginWrite(database);
      await Promise.all([write.objectStore('rows').clear(), write.objectStore('pictures').clear(), write.done]);
      return true;
    });
    // A database that cannot be written may still be deleted.
    if (!isDone) indexedDB.deleteDatabase(DATABASE);
  },
};
