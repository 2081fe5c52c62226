import { drainOlderQueues } from './older-queues.js';
import { type PendingMessage, readPendingMessage } from './pending-message.js';
import { type RowStorage, openRows } from './row-storage.js';

export type PendingStorage = RowStorage<PendingMessage>;

/** Opens the storage of pending messages and moves messages of older builds into it. */
export const openPending = (): Promise<PendingStorage> =>
  openRows<PendingMessage>(
    {
      database: 'duet-pending',
      store: 'messages',
      key: 'clientMessageId',
      idOf: ({ clientMessageId }) => clientMessageId,
      read: readPendingMessage,
    },
    ({ put }) => drainOlderQueues(put),
  );
