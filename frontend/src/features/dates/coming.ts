import type { DateList } from '@duet/contracts';
import { t } from '../../texts/index.js';

/** One coming date or milestone. */
export interface Coming {
  key: string;
  title: string;
  next: string;
  daysUntil: number;
  isPrivate: boolean;
}

/** Dates and milestones, the nearest first; on the same day, dates come before milestones. */
export function comingOf({ dates, milestones }: DateList): Coming[] {
  const own = dates.flatMap(({ id, title, next, daysUntil, private: isPrivate }) =>
    next === null || daysUntil === null ? [] : [{ key: id, title, next, daysUntil, isPrivate }],
  );
  const counted = milestones.map(({ kind, count, next, daysUntil }) => ({
    key: `${kind}${count}`,
    title: t('dates.together', { kind, count }),
    next,
    daysUntil,
    isPrivate: false,
  }));
  return [...own, ...counted].toSorted((a, b) => a.daysUntil - b.daysUntil);
}
