import type { YearOccasion } from '@duet/contracts';
import { DAY, instantIn } from '@duet/service-kit';

/** A year to look back on. */
export interface LookedBackYear {
  occasion: YearOccasion;
  /** The calendar year of the occasion. */
  year: number;
  /** Its instants, `[from, to)`. */
  from: Date;
  to: Date;
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** The anniversary of a 29 February is the 28th in common years. */
const anniversaryIn = (year: number, since: string): string => {
  const monthDay = since.slice(5);
  return `${year}-${monthDay === '02-29' && !isLeap(year) ? '02-28' : monthDay}`;
};

/** The full years of a couple on its anniversary of this year. @param since its first day, `YYYY-MM-DD` */
export const yearsTogether = (year: number, since: string): number => year - Number(since.slice(0, 4));

/**
 * The year that a couple looks back on today: on 31 December the calendar's, on the anniversary the one since the last.
 * An anniversary on 31 December is the end of the year.
 * @param today `YYYY-MM-DD` in the couple's zone
 * @param since the first day of the couple, `YYYY-MM-DD`
 * @returns null on all other days
 */
export function yearToLookBackOn(today: string, since: string, timezone: string): LookedBackYear | null {
  const year = Number(today.slice(0, 4));
  const startOf = (day: string, more = 0): Date => new Date(instantIn(Date.parse(day) + more * DAY, timezone));
  if (today.endsWith('-12-31'))
    return { occasion: 'year_end', year, from: startOf(`${year}-01-01`), to: startOf(today, 1) };
  if (today <= since || today !== anniversaryIn(year, since)) return null;
  return { occasion: 'anniversary', year, from: startOf(anniversaryIn(year - 1, since)), to: startOf(today, 1) };
}
