import { type IDBPDatabase, openDB } from 'idb';
import { type PendingMessage, readPendingMessage } from './pending-message.js';

type Put = (message: PendingMessage, bytes?: readonly Blob[]) => Promise<void>;

/** Opens an existing database. @throws when there is none, instead of creating it */
const openExisting = (name: string): Promise<IDBPDatabase> =>
  openDB(name, 1, {
    upgrade: (_database, _from, _to, transaction) => {
      // The aborted transaction makes `openDB` reject: its own rejection needs no handling.
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
  });

async function drain(name: string, store: string, put: Put): Promise<void> {
  const older = await openExisting(name);
  const hasBytes = older.objectStoreNames.contains('bytes');
  for (const row of await older.getAll(store)) {
    // The row of an upload has its message as a field.
    const message = readPendingMessage(hasBytes ? Reflect.get(Object(row), 'send') : row);
    if (!message) continue;
    const id = message.clientMessageId;
    const bytes: unknown = hasBytes && (await older.get('bytes', id));
    await put(message, Array.isArray(bytes) ? bytes.filter((part) => part instanceof Blob) : []);
    await older.delete(store, id);
    if (hasBytes) await older.delete('bytes', id);
  }
  older.close();
}

/**
 * Moves the messages of older builds, which had one database for texts and one for uploads. A message is deleted there only
 * once it is stored here. If a tab of the older build sends it as well, its id makes both one message. The empty databases
 * stay, because deleting one waits for every tab that has it open, and would block the next page.
 */
export async function drainOlderQueues(put: Put): Promise<void> {
  // Most browsers have no such databases. After a failure, the next page tries again.
  await drain('duet-outgoing', 'sends', put).catch(() => undefined);
  await drain('duet-uploads', 'uploads', put).catch(() => undefined);
}
