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

async function drainTexts(put: Put): Promise<void> {
  const older = await openExisting('duet-outgoing');
  for (const row of await older.getAll('sends')) {
    const message = readPendingMessage(row);
    if (!message) continue;
    await put(message);
    await older.delete('sends', message.clientMessageId);
  }
  older.close();
}

async function drainUploads(put: Put): Promise<void> {
  const older = await openExisting('duet-uploads');
  for (const row of await older.getAll('uploads')) {
    const message = readPendingMessage(Reflect.get(Object(row), 'send'));
    if (!message) continue;
    const id = message.clientMessageId;
    const bytes: unknown = await older.get('bytes', id);
    await put(message, Array.isArray(bytes) ? bytes.filter((part) => part instanceof Blob) : []);
    await Promise.all([older.delete('uploads', id), older.delete('bytes', id)]);
  }
  older.close();
}

/**
 * Moves the messages of older builds, which had one database for texts and one for uploads. A message is deleted there only
 * once it is stored here. If a tab of the older build sends it as well, its id makes both one message. The empty databases
 * stay, because deleting one waits for every tab that has it open, and would block the next page.
 */
export async function drainOlderQueues(put: Put): Promise<void> {
  for (const drain of [drainTexts, drainUploads]) {
    // Most browsers have no such database. After a failure, the next page tries again.
    await drain(put).catch(() => undefined);
  }
}
