import type { ListItemView } from '@duet/contracts';

type Placed = Pick<ListItemView, 'position'>;

/** The position after all items. */
export const endOf = (items: readonly Placed[]): number =>
  Math.floor(Math.max(0, ...items.map(({ position }) => position))) + 1;

/** The position that moves an item to the place of another one. @param items the items of its group, in their order */
export function positionAt(items: readonly Placed[], from: number, to: number): number {
  const others = items.toSpliced(from, 1);
  const passed = items[to];
  return passed ? positionPast(others, passed, to > from ? 1 : -1) : endOf(others);
}

/**
 * The position that moves an item past its neighbour. Neighbours with the same position are passed together: nothing stands
 * between them.
 * @param others the items of its group without itself, in their order
 * @param neighbour the item that it passes
 * @param way -1 for up, 1 for down
 */
export function positionPast(others: readonly Placed[], neighbour: Placed, way: -1 | 1): number {
  const near = neighbour.position;
  const beyond = others.map(({ position }) => position).filter((position) => (position - near) * way > 0);
  if (beyond.length === 0) return near + way;
  return (near + (way === 1 ? Math.min(...beyond) : Math.max(...beyond))) / 2;
}
