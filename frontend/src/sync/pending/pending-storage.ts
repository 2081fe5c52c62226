import { type PendingMessage, readPendingMessage } from './pending-message.js';
import { type RowStorage, type RowTable, openRows } from './row-storage.js';

/** The name of the pending messages: of their database, and of the channel and the lock of the tabs that share them. */
export const PENDING = 'duet-pending';

export type PendingStorage = RowStorage<PendingMessage>;

export const PENDING_MESSAGES: RowTable<PendingMessage> = {
  database: PENDING,
  store: 'messages',
  key: 'clientMessageId',
  idOf: ({ clientMessageId }) => clientMessageId,
  read: readPendingMessage,
};

export const openPending = (): Promise<PendingStorage> => openRows(PENDING_MESSAGES);
