import { CalendarDate, fromDate, parseDate, toCalendarDate, toZoned } from '@internationalized/date';

/** A day of an earlier year in the couple's time zone: its instants `[from, to)`. */
export interface EarlierDay {
  date: string;
  yearsAgo: number;
  from: Date;
  to: Date;
}

/** Days from `from` to `to`, both included, as YYYY-MM-DD. */
export interface Period {
  from: string;
  to: string;
}

/** The local day of a zone at an instant. */
export const dayAt = (instant: Date, timezone: string): CalendarDate => toCalendarDate(fromDate(instant, timezone));

/** The day's first instant: midnight, or the first instant after a clock change that skips midnight. */
export const startOf = (day: CalendarDate, timezone: string): Date => toZoned(day, timezone).toDate();

const isLeap = (year: number): boolean => new CalendarDate(year, 2, 29).day === 29;

/** The matching days of an earlier year: in a common year, the 28th of February also matches the 29th. */
function daysIn(year: number, { year: thisYear, month, day }: CalendarDate): CalendarDate[] {
  const isEnd = month === 2 && day >= 28;
  if (!isEnd) return [new CalendarDate(year, month, day)];
  const hasBoth = isLeap(year);
  if (day === 29) return hasBoth ? [new CalendarDate(year, 2, 29)] : [];
  const days = [new CalendarDate(year, 2, 28)];
  return hasBoth && !isLeap(thisYear) ? [...days, new CalendarDate(year, 2, 29)] : days;
}

/** This day in the years since `first`, latest year first, without the hidden periods. */
export function earlierDays(
  today: CalendarDate,
  first: CalendarDate,
  timezone: string,
  hidden: readonly Period[],
): EarlierDay[] {
  const years = Array.from({ length: Math.max(0, today.year - first.year) }, (_, index) => today.year - 1 - index);
  return years
    .flatMap((year) => daysIn(year, today))
    .filter((day) => day.compare(first) >= 0)
    .filter((day) => !hidden.some(({ from, to }) => from <= day.toString() && day.toString() <= to))
    .map((day) => ({
      date: day.toString(),
      yearsAgo: today.year - day.year,
      from: startOf(day, timezone),
      to: startOf(day.add({ days: 1 }), timezone),
    }));
}

/**
 * This day in the years since a first day, as `earlierDays`.
 * @param now domain time
 * @param first `YYYY-MM-DD`
 */
export const earlierDaysAt = (now: Date, first: string, timezone: string, hidden: readonly Period[]): EarlierDay[] =>
  earlierDays(dayAt(now, timezone), parseDate(first), timezone, hidden);
