import { drainOlderQueues } from './older-queues.js';
import { type PendingMessage, readPendingMessage } from './pending-message.js';
import { type RowStorage, openRows } from './row-storage.js';

/** The name of the pending messages: of their database, and of the channel and the lock of the tabs that share them. */
export const PENDING = 'duet-pending';

export type PendingStorage = RowStorage<PendingMessage>;

/** Opens the storage of pending messages and moves messages of older builds into it. */
export const openPending = (): Promise<PendingStorage> =>
  openRows<PendingMessage>(
    {
      database: PENDING,
      store: 'messages',
      key: 'clientMessageId',
      idOf: ({ clientMessageId }) => clientMessageId,
      read: readPendingMessage,
    },
    ({ put }) => drainOlderQueues(put),
  );
