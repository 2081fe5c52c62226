import type { LiveStore } from '../live-store.js';
import type { RowView } from './pending-list.js';
import type { PendingMessage } from './pending-message.js';
import { pendingActions } from './pending-slice.js';

/** Pending messages as the store shows them. */
export const pendingView = ({ dispatch, getState }: LiveStore): RowView<PendingMessage> => ({
  rows: () => getState().pending.messages,
  put: (message) => void dispatch(pendingActions.put(message)),
  removed: (id) => void dispatch(pendingActions.removed(id)),
  replaced: (messages) => void dispatch(pendingActions.replaced(messages)),
});
