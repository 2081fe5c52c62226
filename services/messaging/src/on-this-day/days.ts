import { CalendarDate, fromDate, toCalendarDate, toZoned } from '@internationalized/date';

/** A day of an earlier year by the couple's clock: its instants `[from, to)`. */
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

export const dayAt = (instant: Date, timezone: string): CalendarDate => toCalendarDate(fromDate(instant, timezone));

/** Its first instant: midnight, or what follows where the clock leaps over midnight. */
export const startOf = (day: CalendarDate, timezone: string): Date => toZoned(day, timezone).toDate();

/** A day that the month has not becomes its last one. */
const isLeap = (year: number): boolean => new CalendarDate(year, 2, 29).day === 29;

/** The days of a year that this day remembers: the 29th of February too on the 28th of a year that has no other. */
function daysIn(year: number, { year: thisYear, month, day }: CalendarDate): CalendarDate[] {
  const isEnd = month === 2 && day >= 28;
  if (!isEnd) return [new CalendarDate(year, month, day)];
  const hasBoth = isLeap(year);
  if (day === 29) return hasBoth ? [new CalendarDate(year, 2, 29)] : [];
  const days = [new CalendarDate(year, 2, 28)];
  return hasBoth && !isLeap(thisYear) ? [...days, new CalendarDate(year, 2, 29)] : days;
}

/** This day in the years since `first`, the latest year first, without the periods that are hidden. */
export function earlierDays(today: CalendarDate, first: CalendarDate, timezone: string, hidden: readonly Period[]): EarlierDay[] {
  const years = Array.from({ length: Math.max(0, today.year - first.year) }, (_, index) => today.year - 1 - index);
  return years
    .flatMap((year) => daysIn(year, today))
    .filter((day) => day.compare(first) >= 0)
    .filter((day) => !hidden.some(({ from, to }) => from <= day.toString() && day.toString() <= to))
    .map((day) => ({ date: day.toString(), yearsAgo: today.year - day.year, from: startOf(day, timezone), to: startOf(day.add({ days: 1 }), timezone) }));
}
