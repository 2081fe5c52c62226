export const LIST_KINDS = ['shopping', 'packing', 'films', 'places', 'other'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The item that Duet chose, and who asked for it. */
export interface ListPick {
  itemId: string;
  by: string;
  at: string;
}

/** A list without its items. */
export interface ListSummary {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  kind: ListKind;
  createdAt: string;
  updatedAt: string;
  /** Null while it is in use. */
  archivedAt: string | null;
  /** Items that are not done. */
  open: number;
  done: number;
  /** Null once the picked item is done or deleted. */
  pick: ListPick | null;
  /** The members who want it deleted, where both must agree. That lapses after 7 days. */
  deleteAskedBy: string | null;
  /** The number of the newest change of the list or of one of its items. */
  rev: number;
  /** For changes of the list's own words. Items have none. */
  version: number;
}

export interface ListItemView {
  _id: string;
  /** The id that its author's device gave it. */
  clientId: string;
  createdBy: string;
  createdAt: string;
  text: string;
  /** Sorts the items of a list; two may have the same. */
  position: number;
  assignedTo: string | null;
  dueAt: string | null;
  doneAt: string | null;
  /** Null also where that account is deleted. */
  doneBy: string | null;
  /** The list's rev at the newest change of this item. */
  rev: number;
  /** The list's rev at the newest edit; a deletion is no edit. */
  editedRev: number;
  /** The list's rev at its deletion; null while it is in the list. */
  deletedRev: number | null;
}

export interface ListsView {
  lists: ListSummary[];
}

/** The changes of a list in the order of their revs. */
export interface ListSync {
  list: ListSummary;
  /** Each item that changed after `after`, as it is now. After 0 the deleted ones are left out. */
  items: ListItemView[];
  /** The rev from which the next call continues. */
  upTo: number;
  more: boolean;
}

export interface ListTemplateView {
  id: string;
  title: string;
  kind: ListKind;
  items: string[];
}

export interface ListTemplates {
  templates: ListTemplateView[];
}
