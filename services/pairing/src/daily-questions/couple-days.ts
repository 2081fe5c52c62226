import { DAY, dayIn, instantOf } from '../couples/zone.js';
import { addDays } from '../dates/calendar.js';

/** A day as `YYYY-MM-DD`: such keys are compared as texts. */
export type DayKey = string;

/** Days since 1970-01-01, for reckoning. */
export const dayNumber = (key: DayKey): number => Date.parse(`${key}T00:00:00Z`) / DAY;

/** Whether this is a day that a calendar has; 2026-02-30 is none. */
export const isDay = (key: string): boolean => !Number.isNaN(Date.parse(`${key}T00:00:00Z`)) && addDays(key, 0) === key;

/** The instant at which the zone's clocks show this time (`HH:MM`) of this day; of a time that they skip, the one after it. */
export function instantAt(key: DayKey, time: string, zone: string): Date {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return new Date(instantOf(dayNumber(key) * DAY + minutes * 60_000, zone));
}

/** The couple's day that was looked at last, and by which clock it runs. */
export interface RunningDay {
  dayKey: DayKey;
  zone: string;
}

interface NextDay extends RunningDay {
  /** Days that the journey to another clock left out. */
  skipped: DayKey[];
}

/**
 * Which of the couple's days it is. A day that has begun goes on by its own clock when the two choose another one, and
 * no day comes twice: where the other place is still at the day before, the day lasts until that place has had it too.
 */
export function dayNow(last: RunningDay | null, zone: string, now: Date): NextDay {
  const here = dayIn(now, zone);
  if (!last) return { dayKey: here, zone, skipped: [] };
  if (last.zone === zone) return { dayKey: here > last.dayKey ? here : last.dayKey, zone, skipped: [] };
  if (dayIn(now, last.zone) <= last.dayKey) return { ...last, skipped: [] };
  const next = dayIn(instantAt(addDays(last.dayKey, 1), '00:00', last.zone), zone);
  const skipped = Array.from({ length: Math.max(0, dayNumber(next) - dayNumber(last.dayKey) - 1) }, (_, index) => addDays(last.dayKey, index + 1));
  return { dayKey: here > last.dayKey ? here : last.dayKey, zone, skipped };
}
