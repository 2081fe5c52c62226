import { grouped } from './grouped.js';
import type { WorldPoint } from './projection.js';

export interface Located<Item> {
  item: Item;
  point: WorldPoint;
}

/** Items so near each other that one pin stands for them, at their middle. */
export interface Cluster<Item> {
  point: WorldPoint;
  members: Located<Item>[];
}

/** Pins nearer than this many pixels would cover each other. */
const NEAR = 44;

const cellOf = ({ x, y }: WorldPoint): [number, number] => [Math.floor(x), Math.floor(y)];

function middleOf<Item>(members: readonly Located<Item>[]): WorldPoint {
  const sum = members.reduce(({ x, y }, { point }) => ({ x: x + point.x, y: y + point.y }), { x: 0, y: 0 });
  return { x: sum.x / members.length, y: sum.y / members.length };
}

/**
 * Groups items by cells of a grid, and each cell with the neighbours whose middle is near; in linear time.
 * @param scale pixels that the world is wide
 */
export function clustersOf<Item>(items: readonly Located<Item>[], scale: number): Cluster<Item>[] {
  const inCells = (point: WorldPoint): WorldPoint => ({ x: (point.x * scale) / NEAR, y: (point.y * scale) / NEAR });
  const cells = grouped(items, ({ point }) => cellOf(inCells(point)).join());
  const clusters: Cluster<Item>[] = [];
  const taken = new Set<string>();
  for (const [key, members] of cells) {
    if (taken.has(key)) continue;
    taken.add(key);
    const all = [...members];
    const middle = inCells(middleOf(members));
    const [column, row] = cellOf(middle);
    for (const near of [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [column + dx, row + dy].join()))) {
      const others = taken.has(near) ? undefined : cells.get(near);
      if (!others) continue;
      const other = inCells(middleOf(others));
      if (Math.hypot(other.x - middle.x, other.y - middle.y) >= 1) continue;
      taken.add(near);
      all.push(...others);
    }
    clusters.push({ point: middleOf(all), members: all });
  }
  return clusters;
}
