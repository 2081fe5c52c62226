import type { ListItemView } from '@duet/contracts';
import { mergeDeletion, mergeEdit } from '@duet/contracts/plain';
import type { ItemSight, ListAddition, ListChange } from './list-change.js';

type Items = Readonly<Record<string, ListItemView>>;

export const sightOf = ({ text, position, assignedTo, dueAt, doneAt }: ListItemView): ItemSight => ({
  text,
  position,
  assignedTo,
  dueAt,
  isDone: doneAt !== null,
});

/**
 * The rev that a deletion had seen. An item that still looks as it did then has no edit that the person missed, whatever
 * its rev is by now: their own edits before the deletion have raised it.
 */
export function seenOf({ seen, saw }: Extract<ListChange, { kind: 'delete' }>, item: ListItemView): number {
  const now = sightOf(item);
  const isSame =
    now.text === saw.text &&
    now.position === saw.position &&
    now.assignedTo === saw.assignedTo &&
    now.dueAt === saw.dueAt &&
    now.isDone === saw.isDone;
  return isSame ? Math.max(seen, item.rev) : seen;
}

/** The item of a change, by its own id or by the id of its addition. */
export const itemOf = (items: Items, { itemId, userId }: ListChange): ListItemView | undefined =>
  items[itemId] ?? Object.values(items).find(({ clientId, createdBy }) => clientId === itemId && createdBy === userId);

function added({ id, userId, at, fields }: ListAddition, rev: number): ListItemView {
  const { text, position = 0, assignedTo = null, dueAt = null } = fields;
  return {
    ...{ _id: id, clientId: id, createdBy: userId, createdAt: at },
    ...{ text, position, assignedTo, dueAt, doneAt: null, doneBy: null },
    ...{ rev, editedRev: rev, deletedRev: null },
  };
}

/**
 * Merges the changes that wait in this browser into the items of the server, by the rules that the server applies once
 * they arrive.
 * @param changes in their order
 */
export function withChanges(known: Items, changes: readonly ListChange[]): Items {
  if (changes.length === 0) return known;
  const items: Record<string, ListItemView> = { ...known };
  let rev = Math.max(0, ...Object.values(known).map((item) => item.rev));
  for (const change of changes) {
    rev += 1;
    const item = itemOf(items, change);
    if (change.kind === 'add') {
      if (!item) items[change.id] = added(change, rev);
    } else if (item) {
      const { userId: by, at, seen } = change;
      items[item._id] =
        change.kind === 'edit'
          ? mergeEdit(item, change.fields, { seen, rev, by, at })
          : mergeDeletion(item, { seen: seenOf(change, item), rev });
    }
  }
  return items;
}

/** The items in the list, as they are sorted. */
export const inList = (items: Items): ListItemView[] =>
  Object.values(items)
    .filter(({ deletedRev }) => deletedRev === null)
    .toSorted((a, b) => a.position - b.position || (a.createdAt < b.createdAt ? -1 : 1));
