import {
  type AddListItemByIdDto,
  type ChangeListItemByIdDto,
  type DeleteListItemByIdDto,
  LIMITS,
  type ListItemView,
  mergeDeletion,
  mergeEdit,
  FIELD_TEXTS,
} from '@duet/contracts';
import { AppError, type Tx, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Membership } from '../couples/couples.service.js';
import { ListChanges, type LockedList } from './list-changes.js';
import { ListItem } from './list-item.entity.js';
import { itemView } from './list.view.js';
import { newItem } from './lists.service.js';

/** Items: edits and deletions merge by the rules that the browser applies too. */
@Injectable()
export class ListItemsService {
  constructor(@Inject(ListChanges) private readonly changes: ListChanges) {}

  /**
   * Adding again under the same `clientId` answers with the first item, also where it is changed or deleted by then.
   * @throws AppError NO_PARTNER, LIST_NOT_FOUND, TOO_MANY_ITEMS, VALIDATION_FAILED
   */
  async add(
    userId: string,
    { id, text, clientId, assignedTo = null, dueAt, position }: AddListItemByIdDto,
  ): Promise<ListItemView> {
    return this.changes.run(userId, id, async ({ member, now, nextRev, unit: { tx } }) => {
      const made = await tx.findOneBy(ListItem, { listId: id, createdBy: userId, clientId });
      if (made) return { changed: false, answer: () => itemView(made) };
      requireMember(member, assignedTo);
      await requireRoom(tx, id);
      const item = newItem({
        ...{ listId: id, createdBy: userId, clientId, text, assignedTo, createdAt: now, rev: nextRev },
        dueAt: instantOf(dueAt),
        position: position ?? (await endOf(tx, id)),
      });
      await tx.insert(ListItem, item);
      return { changed: true, answer: () => itemView(item) };
    });
  }

  /**
   * An edit may restore an item into a full list: no item is lost.
   * @throws AppError NO_PARTNER, LIST_NOT_FOUND, ITEM_NOT_FOUND, VALIDATION_FAILED
   */
  async change(userId: string, dto: ChangeListItemByIdDto): Promise<ListItemView> {
    const { id, itemId, rev: seen, clientId, ...edit } = dto;
    return this.changes.run(userId, id, async (locked) => {
      const item = await itemOf(locked, itemId);
      const before = itemView(item);
      if (item.editIds.includes(clientId)) return { changed: false, answer: () => before };
      requireMember(locked.member, edit.assignedTo);
      const { nextRev: rev, now } = locked;
      const dueAt = edit.dueAt === undefined ? undefined : (instantOf(edit.dueAt)?.toISOString() ?? null);
      const after = mergeEdit(before, { ...edit, dueAt }, { seen, rev, by: userId, at: now.toISOString() });
      const editIds = [...item.editIds, clientId].slice(-LIMITS.listItemEdits);
      await this.save(locked.unit.tx, after, editIds);
      return { changed: after !== before, answer: () => after };
    });
  }

  /** @throws AppError NO_PARTNER, LIST_NOT_FOUND, ITEM_NOT_FOUND */
  async delete(userId: string, { id, itemId, rev: seen }: DeleteListItemByIdDto): Promise<ListItemView> {
    return this.changes.run(userId, id, async (locked) => {
      const item = await itemOf(locked, itemId);
      const before = itemView(item);
      const after = mergeDeletion(before, { seen, rev: locked.nextRev });
      if (after !== before) await this.save(locked.unit.tx, after, item.editIds);
      return { changed: after !== before, answer: () => after };
    });
  }

  private async save(tx: Tx, view: ListItemView, editIds: string[]): Promise<void> {
    const { _id: id, text, position, assignedTo, doneBy, rev, editedRev, deletedRev } = view;
    const [dueAt, doneAt] = [instantOf(view.dueAt), instantOf(view.doneAt)];
    const columns = { text, position, assignedTo, dueAt, doneAt, doneBy, rev, editedRev, deletedRev, editIds };
    await tx.update(ListItem, { id }, columns);
  }
}

const instantOf = (text: string | null | undefined): Date | null =>
  text === undefined || text === null ? null : new Date(text);

/** @throws AppError ITEM_NOT_FOUND */
async function itemOf({ unit: { tx }, list }: LockedList, id: string): Promise<ListItem> {
  const item = await tx.findOneBy(ListItem, { id, listId: list.id });
  if (!item) throw new AppError('ITEM_NOT_FOUND');
  return item;
}

/** @throws AppError VALIDATION_FAILED */
function requireMember({ userId, partnerId }: Membership, assignedTo: string | null | undefined): void {
  if (assignedTo !== undefined && assignedTo !== null && ![userId, partnerId].includes(assignedTo))
    throw fieldError('assignedTo', FIELD_TEXTS.memberRequired);
}

/** The position after all others. */
const endOf = async (tx: Tx, listId: string): Promise<number> =>
  Math.floor((await tx.maximum(ListItem, 'position', { listId, deletedRev: IsNull() })) ?? 0) + 1;

/** @throws AppError TOO_MANY_ITEMS */
async function requireRoom(tx: Tx, listId: string): Promise<void> {
  if ((await tx.countBy(ListItem, { listId, deletedRev: IsNull() })) >= LIMITS.listItems)
    throw new AppError('TOO_MANY_ITEMS');
}
