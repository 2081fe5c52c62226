import type { DateList } from '@duet/contracts';
import { milestoneWords } from '@duet/contracts/plain';

/** One line of what is to come. */
export interface Coming {
  key: string;
  title: string;
  next: string;
  daysUntil: number;
  isPrivate: boolean;
}

/** Dates and milestones together, the nearest first; of one day what the two wrote down stands before what was reckoned. */
export function comingOf({ dates, milestones }: DateList): Coming[] {
  const own = dates.flatMap(({ id, title, next, daysUntil, private: isPrivate }) =>
    next === null || daysUntil === null ? [] : [{ key: id, title, next, daysUntil, isPrivate }],
  );
  const reckoned = milestones.map(({ kind, count, next, daysUntil }) => ({ key: `${kind}${count}`, title: milestoneWords({ kind, count }), next, daysUntil, isPrivate: false }));
  return [...own, ...reckoned].toSorted((a, b) => a.daysUntil - b.daysUntil);
}
