import type { Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import { List } from './list.entity.js';
import { ListItem } from './list-item.entity.js';

/**
 * Erases the items that the person wrote, the marks on others, and the lists that contained nothing else.
 * @param coupleIds all couples of the person
 */
export async function eraseListsOf(tx: Tx, userId: string, coupleIds: readonly string[]): Promise<void> {
  const coupleId = In(coupleIds);
  const lists = await tx.find(List, { select: { id: true }, where: { coupleId } });
  const inLists = { listId: In(lists.map(({ id }) => id)) };
  await tx.delete(ListItem, { ...inLists, createdBy: userId });
  await tx.update(ListItem, { ...inLists, doneBy: userId }, { doneBy: null });
  await tx.update(ListItem, { ...inLists, assignedTo: userId }, { assignedTo: null });
  await tx.update(List, { coupleId, deleteAskedBy: userId }, { deleteAskedBy: null, deleteAskedAt: null });
  await tx.update(List, { coupleId, pickedBy: userId }, { pickedItem: null, pickedBy: null, pickedAt: null });
  const own = await tx.findBy(List, { coupleId, createdBy: userId });
  // After the deletion above, items are the partner's.
  const listId = In(own.map(({ id }) => id));
  const continued = new Set(
    (await tx.find(ListItem, { select: { listId: true }, where: { listId } })).map((i) => i.listId),
  );
  await tx.delete(List, { id: In(own.map(({ id }) => id).filter((id) => !continued.has(id))) });
}
