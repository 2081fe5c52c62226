import type { ListItemView } from '@duet/contracts';
import { FRESH, answerOf } from '../../api/base-api.js';
import type { LiveStore } from '../live-store.js';
import type { Attempt, Unstored } from '../pending/delivery.js';
import { unstoredByError } from '../pending/unstored.js';
import { addListItem, changeListItem, deleteListItem, getKnownList, readKnown } from './list-calls.js';
import type { ListChange } from './list-change.js';
import { itemOf, seenOf } from './list-overlay.js';

const inBackground = { track: false };

/** Sends one change. The server merges it; the answer is the item as it then is. */
export async function deliverListChange(store: LiveStore, change: ListChange): Promise<Attempt<ListItemView>> {
  const { id: clientId, listId: id, kind } = change;
  if (kind === 'add')
    return attemptOf(store.dispatch(addListItem.initiate({ id, clientId, ...change.fields }, inBackground)));
  const item = await serverItem(store, change);
  if ('kind' in item) return item;
  const { _id: itemId } = item;
  if (kind === 'edit') {
    const edit = { id, itemId, clientId, rev: change.seen, ...change.fields };
    return attemptOf(store.dispatch(changeListItem.initiate(edit, inBackground)));
  }
  const deletion = { id, itemId, rev: seenOf(change, item) };
  return attemptOf(store.dispatch(deleteListItem.initiate(deletion, inBackground)));
}

async function attemptOf(call: Promise<{ data?: ListItemView; error?: unknown }>): Promise<Attempt<ListItemView>> {
  const { data, error } = await call;
  return data ? { kind: 'stored', stored: data } : unstoredByError(error);
}

/** The item that the change is about, from this page or, after a reload, from the server. */
async function serverItem(store: LiveStore, change: ListChange): Promise<ListItemView | Unstored> {
  const { listId } = change;
  const known = store.dispatch(readKnown(listId));
  const item = known && itemOf(known.items, change);
  if (item) return item;
  const { data, error } = await answerOf(store.dispatch(getKnownList.initiate(listId, FRESH)));
  if (!data) return unstoredByError(error);
  return itemOf(data.items, change) ?? { kind: 'refused', code: 'ITEM_NOT_FOUND' };
}
