import type { DateList, DateRecord, ImportantDateView } from '@duet/contracts';
import { daysFrom } from '../calendar/days.js';
import type { Couple } from '../couples/couple.entity.js';
import type { ImportantDate } from './important-date.entity.js';
import { nextAnniversary, nextCounts, nextOccurrence, sinceDays } from './occurrences.js';

/** @param today the couple's local day */
export function dateView(row: ImportantDate, today: string): ImportantDateView {
  const next = nextOccurrence(row, today);
  return {
    _id: row.id,
    id: row.id,
    title: row.title,
    date: row.date,
    yearly: row.yearly,
    remindDaysBefore: row.remindDaysBefore,
    private: row.privateTo !== null,
    createdBy: row.createdBy,
    next,
    daysUntil: next === null ? null : daysFrom(today, next),
    version: row.version,
  };
}

/** How many day-count milestones the list shows. */
const COUNTS_AHEAD = 2;

/** Coming dates first, the nearest first; then past ones, the latest first. */
const inOrder = (a: ImportantDateView, b: ImportantDateView): number => {
  if (a.next !== null && b.next !== null) return a.next.localeCompare(b.next) || a.title.localeCompare(b.title);
  if (a.next === null && b.next === null) return b.date.localeCompare(a.date) || a.title.localeCompare(b.title);
  return a.next === null ? 1 : -1;
};

export function dateList(couple: Couple, rows: ImportantDate[], today: string): DateList {
  const { years, days } = sinceDays(couple);
  const milestones = [...nextCounts(days, today, COUNTS_AHEAD), nextAnniversary(years, today)]
    .toSorted((a, b) => a.next.localeCompare(b.next))
    .map((milestone) => ({ ...milestone, daysUntil: daysFrom(today, milestone.next) }));
  return {
    dates: rows.map((row) => dateView(row, today)).toSorted(inOrder),
    milestones,
    today,
    timezone: couple.timezone,
  };
}

/** A date in its reader's export. */
export const dateRecord = (
  { title, date, yearly, remindDaysBefore, privateTo, createdBy }: ImportantDate,
  userId: string,
): DateRecord => ({
  title,
  date,
  yearly,
  remindDaysBefore,
  private: privateTo !== null,
  createdByMe: createdBy === userId,
});
