import type { OnThisDayItem, OnThisDayMemory, OnThisDayView } from '@duet/contracts';

/** A message or a memory of one day in an earlier year. */
export type DayEntry = { key: string; yearsAgo: number; date: string } & (
  { message: OnThisDayItem['message'] } | { memory: OnThisDayMemory }
);

/** Messages and memories, the latest year first; within a year they alternate, so that a short list shows both. */
export function dayEntries({ items, memories }: Pick<OnThisDayView, 'items' | 'memories'>): DayEntry[] {
  const messages = items.map(({ yearsAgo, date, message }) => ({ key: message._id, yearsAgo, date, message }));
  const pieces = memories.map((memory) => ({
    key: memory.contribution?._id ?? memory.capsule._id,
    yearsAgo: memory.yearsAgo,
    date: memory.date,
    memory,
  }));
  return [...ranked(messages), ...ranked(pieces)]
    .toSorted((a, b) => a.entry.yearsAgo - b.entry.yearsAgo || a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Each entry with its place among those of its year. */
function ranked<Entry extends { yearsAgo: number }>(entries: readonly Entry[]): { entry: Entry; rank: number }[] {
  const counts = new Map<number, number>();
  return entries.map((entry) => {
    const rank = counts.get(entry.yearsAgo) ?? 0;
    counts.set(entry.yearsAgo, rank + 1);
    return { entry, rank };
  });
}
