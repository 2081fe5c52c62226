/** A picture in a row, with its width in pixels. */
export interface Placed<Item> {
  item: Item;
  width: number;
}

export interface JustifiedRow<Item> {
  height: number;
  placed: Placed<Item>[];
}

interface Frame {
  /** Pixels. */
  width: number;
  /** The height that rows come close to, in pixels. */
  target: number;
  /** Pixels between pictures. */
  gap: number;
}

/** A last row is not stretched beyond this many times the target: it stays ragged instead. */
const STRETCH = 1.35;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The height at which pictures of these aspect ratios fill a row. */
const fullHeight = (aspects: readonly number[], { width, gap }: Frame): number =>
  (width - gap * (aspects.length - 1)) / sumOf(aspects);

function rowOf<Item>(items: readonly Item[], aspects: readonly number[], height: number): JustifiedRow<Item> {
  return { height, placed: items.map((item, index) => ({ item, width: (aspects[index] ?? 1) * height })) };
}

/**
 * Lays pictures out in rows that fill the width, each picture in its own aspect ratio and all of a row equally high. A row ends
 * where its height is closest to the target.
 * @param aspectOf width divided by height
 */
export function justify<Item>(
  items: readonly Item[],
  aspectOf: (item: Item) => number,
  frame: Frame,
): JustifiedRow<Item>[] {
  const rows: JustifiedRow<Item>[] = [];
  let [row, aspects]: [Item[], number[]] = [[], []];
  for (const item of items) {
    const aspect = aspectOf(item);
    const [without, and] = [fullHeight(aspects, frame), fullHeight([...aspects, aspect], frame)];
    // Without this picture the row is higher than the target, with it lower: the closer of both wins.
    if (row.length > 0 && and < frame.target && without / frame.target < frame.target / and) {
      rows.push(rowOf(row, aspects, without));
      [row, aspects] = [[], []];
    }
    row.push(item);
    aspects.push(aspect);
    const height = fullHeight(aspects, frame);
    if (height <= frame.target) {
      rows.push(rowOf(row, aspects, height));
      [row, aspects] = [[], []];
    }
  }
  if (row.length > 0) {
    const height = fullHeight(aspects, frame);
    rows.push(rowOf(row, aspects, height <= frame.target * STRETCH ? height : frame.target));
  }
  return rows;
}
