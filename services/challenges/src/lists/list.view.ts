import type { ListItemView, ListSummary } from '@duet/contracts';
import { deletionAskedBy } from '../couples/consent.js';
import type { List } from './list.entity.js';
import type { ListItem } from './list-item.entity.js';

/** The figures of a list in a list of lists. */
export interface ListFigures {
  open: number;
  done: number;
  /** Whether the picked item is open still. */
  isPickOpen: boolean;
}

export const NO_ITEMS: ListFigures = { open: 0, done: 0, isPickOpen: false };

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

export function listSummary(list: List, { open, done, isPickOpen }: ListFigures, now: Date): ListSummary {
  const { pickedItem, pickedBy, pickedAt } = list;
  const hasPick = isPickOpen && pickedItem !== null && pickedBy !== null && pickedAt !== null;
  return {
    _id: list.id,
    coupleId: list.coupleId,
    createdBy: list.createdBy,
    title: list.title,
    kind: list.kind,
    createdAt: list.createdAt.toISOString(),
    updatedAt: list.updatedAt.toISOString(),
    archivedAt: iso(list.archivedAt),
    open,
    done,
    pick: hasPick ? { itemId: pickedItem, by: pickedBy, at: pickedAt.toISOString() } : null,
    deleteAskedBy: deletionAskedBy(list, now),
    rev: list.rev,
    version: list.version,
  };
}

export const itemView = (item: ListItem): ListItemView => ({
  _id: item.id,
  clientId: item.clientId,
  createdBy: item.createdBy,
  createdAt: item.createdAt.toISOString(),
  text: item.text,
  position: item.position,
  assignedTo: item.assignedTo,
  dueAt: iso(item.dueAt),
  doneAt: iso(item.doneAt),
  doneBy: item.doneBy,
  rev: item.rev,
  editedRev: item.editedRev,
  deletedRev: item.deletedRev,
});
