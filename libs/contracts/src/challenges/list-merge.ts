import type { ListItemView } from './list-views.js';

/** The part of an item that edits and deletions change. */
export type MergedItem = Pick<
  ListItemView,
  'text' | 'position' | 'assignedTo' | 'dueAt' | 'doneAt' | 'doneBy' | 'rev' | 'editedRev' | 'deletedRev'
>;

/** Absent fields stay as they are; null clears. */
export interface ListItemEdit {
  text?: string | undefined;
  position?: number | undefined;
  assignedTo?: string | null | undefined;
  dueAt?: string | null | undefined;
  done?: boolean | undefined;
}

/** A change at the moment when it is merged. */
export interface Merging {
  /** The item's rev that the author of the change had seen. */
  seen: number;
  /** The rev that the change takes, higher than any before. */
  rev: number;
  by: string;
  at: string;
}

type DoneMark = Pick<MergedItem, 'doneAt' | 'doneBy'>;

/** A second tick leaves the first one's name and time. */
function doneMark({ doneAt, doneBy }: MergedItem, done: boolean | undefined, { by, at }: Merging): DoneMark {
  if (done === undefined || done === (doneAt !== null)) return { doneAt, doneBy };
  return done ? { doneAt: at, doneBy: by } : { doneAt: null, doneBy: null };
}

/**
 * Merges an edit field by field: of two edits of one field the later merged wins. An edit by someone who had not seen the
 * deletion restores the item; after a seen deletion it does nothing.
 * @returns the new item, or the same one where nothing changed
 */
export function mergeEdit<Item extends MergedItem>(item: Item, edit: ListItemEdit, merging: Merging): Item {
  const { deletedRev } = item;
  if (deletedRev !== null && merging.seen >= deletedRev) return item;
  const { text = item.text, position = item.position, assignedTo = item.assignedTo, dueAt = item.dueAt, done } = edit;
  const fields = { text, position, assignedTo, dueAt, ...doneMark(item, done, merging) };
  const isSame = Object.entries(fields).every(([name, value]) => item[name as keyof typeof fields] === value);
  if (isSame && deletedRev === null) return item;
  return { ...item, ...fields, rev: merging.rev, editedRev: merging.rev, deletedRev: null };
}

/**
 * Marks an item as deleted, unless it was edited after the rev that the deleting person had seen.
 * @returns the new item, or the same one where nothing changed
 */
export function mergeDeletion<Item extends MergedItem>(item: Item, { seen, rev }: Pick<Merging, 'seen' | 'rev'>): Item {
  if (item.deletedRev !== null || item.editedRev > seen) return item;
  return { ...item, rev, deletedRev: rev };
}

/**
 * Folds items from the server, in any order and repeated, into those that a client has: the higher rev wins.
 * @returns the items by id, deleted ones too; the same map where nothing changed
 */
export function foldItems(
  known: Readonly<Record<string, ListItemView>>,
  incoming: readonly ListItemView[],
): Readonly<Record<string, ListItemView>> {
  const newer = incoming.filter(({ _id, rev }) => (known[_id]?.rev ?? -1) < rev);
  if (newer.length === 0) return known;
  const items = { ...known };
  for (const item of newer) if ((items[item._id]?.rev ?? -1) < item.rev) items[item._id] = item;
  return items;
}
