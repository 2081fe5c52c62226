import { CalendarDateTime, fromAbsolute, toZoned } from '@internationalized/date';

/** Milliseconds of a day without a clock change. */
export const DAY = 24 * 60 * 60 * 1000;

const SECOND = 1000;

/** The local date and time of a zone at an instant (milliseconds), as if they were UTC: milliseconds for arithmetic, in whole seconds. */
export const shownAt = (instant: number, timeZone: string): number =>
  Math.floor((instant + fromAbsolute(instant, timeZone).offset) / SECOND) * SECOND;

/**
 * The instant, in milliseconds, of a zone's local date and time. A repeated hour counts the first time, and a skipped
 * one counts after the clocks are put forward: Temporal's `compatible` rule.
 */
export function instantIn(shown: number, timeZone: string): number {
  const local = new Date(shown);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  const [hour, minute, second] = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()];
  const wall = new CalendarDateTime(year, month, day, hour, minute, second, local.getUTCMilliseconds());
  return toZoned(wall, timeZone, 'compatible').toDate().getTime();
}

/** The local day of a zone at an instant, in days since 1970-01-01. */
export const dateOf = (instant: number, timeZone: string): number => Math.floor(shownAt(instant, timeZone) / DAY);

/** The local day of a zone at an instant, as `YYYY-MM-DD`. */
export const dayIn = (instant: Date, timeZone: string): string =>
  new Date(dateOf(instant.getTime(), timeZone) * DAY).toISOString().slice(0, 10);
