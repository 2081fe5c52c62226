import type { ListItemView } from '@duet/contracts';
import { type ErrorCode, isErrorCode } from '@duet/contracts/plain';
import * as v from 'valibot';

/** The fields of an item that the person gave; null clears. */
const fields = v.object({
  text: v.exactOptional(v.string()),
  position: v.exactOptional(v.number()),
  assignedTo: v.exactOptional(v.nullable(v.string())),
  dueAt: v.exactOptional(v.nullable(v.string())),
  done: v.exactOptional(v.boolean()),
});

/** The whole of an item that the person saw when they removed it. */
const sight = v.object({
  text: v.string(),
  position: v.number(),
  assignedTo: v.nullable(v.string()),
  dueAt: v.nullable(v.string()),
  isDone: v.boolean(),
});

const common = {
  /** The server makes one change of it, however often it is sent. */
  id: v.string(),
  userId: v.string(),
  listId: v.string(),
  /** The server's id of the item; of one that it may not know yet, the id of the addition. */
  itemId: v.string(),
  /** The server's rev of the item that the person saw: revs that the page gave would promise too much. */
  seen: v.number(),
  at: v.string(),
  /** Sorts over all tabs. */
  order: v.number(),
  /** The server's refusal of an addition, which stays in the list until the person decides. */
  failure: v.fallback(v.nullable(v.custom<ErrorCode>(isErrorCode)), null),
};

const listChange = v.variant('kind', [
  v.object({ ...common, kind: v.literal('add'), fields: v.object({ ...fields.entries, text: v.string() }) }),
  // Without a field it restores a deleted item.
  v.object({ ...common, kind: v.literal('edit'), fields }),
  v.object({ ...common, kind: v.literal('delete'), saw: sight }),
]);

/** A change of an item that the server has not acknowledged. */
export type ListChange = v.InferOutput<typeof listChange>;
export type ListAddition = Extract<ListChange, { kind: 'add' }>;
export type ItemFields = v.InferOutput<typeof fields>;
export type ItemSight = v.InferOutput<typeof sight>;

/** An item as a page shows it, with the rev of the server's item below the changes that wait; 0 where the server has none. */
export interface SeenItem extends ListItemView {
  seen: number;
}

/** A stored row as a change; null for anything else. */
export function readListChange(row: unknown): ListChange | null {
  const { success, output } = v.safeParse(listChange, row);
  return success ? output : null;
}
