import { type IDBPDatabase, openDB } from 'idb';

/** The pending rows of this browser, across reloads and tabs. Every method rejects when the browser fails. */
export interface RowStorage<Row> {
  of: (userId: string) => Promise<Row[]>;
  /** @param bytes only with the first write of an upload; without them, stored bytes stay. */
  put: (row: Row, bytes?: readonly Blob[]) => Promise<void>;
  /** Empty when the browser lost them. */
  bytesOf: (id: string) => Promise<Blob[]>;
  /** Frees the bytes; the row stays. */
  dropBytes: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/** The stored rows of one kind. Their bytes are stored apart, so that a change of state does not write them again. */
export interface RowTable<Row> {
  database: string;
  store: string;
  /** The property with the id. */
  key: keyof Row & string;
  idOf: (row: Row) => string;
  /** A stored row; null for anything that no build wrote. */
  read: (row: unknown) => Row | null;
}

/** The longest wait for a database that opens, in milliseconds. Another tab may block it, and a broken profile never answers. */
const LONGEST_OPENING = 3_000;

/** Rejects once a database has had its time to open. */
export const openingIsOver = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(reject, LONGEST_OPENING);
  });

/** Runs one operation on the open database. */
type OnDatabase = <T>(operation: (database: IDBPDatabase) => Promise<T>) => Promise<T>;

/** The errors of a connection that the browser has closed, as iOS does in the background. */
const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name);

/** Opens the database, and again when its connection turns out to be closed; the operation is repeated once. */
async function connect<Row>({ database: name, store, key }: RowTable<Row>): Promise<OnDatabase> {
  const open = (): Promise<IDBPDatabase> =>
    openDB(name, 1, {
      upgrade: (database) => {
        database.createObjectStore(store, { keyPath: key }).createIndex('user', 'userId');
        database.createObjectStore('bytes');
      },
    });
  let current = await open();
  let reopening: Promise<void> | null = null;
  const reopen = async (): Promise<void> => {
    current.close();
    current = await Promise.race([open(), openingIsOver()]);
  };
  return async (operation) => {
    const used = current;
    try {
      return await operation(used);
    } catch (error) {
      if (!isClosed(error)) throw error;
      if (used === current)
        await (reopening ??= reopen().finally(() => {
          reopening = null;
        }));
      return operation(current);
    }
  };
}

const inDatabase = <Row>(on: OnDatabase, { store, idOf, read }: RowTable<Row>): RowStorage<Row> => ({
  of: async (userId) =>
    (await on((database) => database.getAllFromIndex(store, 'user', userId))).flatMap((row) => read(row) ?? []),
  put: (row, bytes) =>
    on(async (database) => {
      const write = database.transaction([store, 'bytes'], 'readwrite');
      await Promise.all([
        write.objectStore(store).put(row),
        bytes ? write.objectStore('bytes').put([...bytes], idOf(row)) : undefined,
        write.done,
      ]);
    }),
  bytesOf: async (id) => {
    const stored: unknown = await on((database) => database.get('bytes', id));
    return Array.isArray(stored) ? stored.filter((part) => part instanceof Blob) : [];
  },
  dropBytes: (id) => on((database) => database.delete('bytes', id)),
  remove: (id) =>
    on(async (database) => {
      const write = database.transaction([store, 'bytes'], 'readwrite');
      await Promise.all([write.objectStore(store).delete(id), write.objectStore('bytes').delete(id), write.done]);
    }),
});

/** Opens the storage. Waits as long as the browser does. @throws when the browser refuses (private mode) */
export const openRows = async <Row>(table: RowTable<Row>): Promise<RowStorage<Row>> =>
  inDatabase(await connect(table), table);
