import { DAY, dayIn, instantIn } from '@duet/service-kit';
import { addDays } from '../calendar/days.js';

/** A day as `YYYY-MM-DD`; keys sort as text. */
export type DayKey = string;

/** Days since 1970-01-01. */
export const dayNumber = (key: DayKey): number => Date.parse(`${key}T00:00:00Z`) / DAY;

/** Whether the calendar has this day; it has no 2026-02-30. */
export const isDay = (key: string): boolean => !Number.isNaN(Date.parse(`${key}T00:00:00Z`)) && addDays(key, 0) === key;

/** The instant of a local time (`HH:MM`) on a day; a skipped time counts after the clock change. */
export function instantAt(key: DayKey, time: string, zone: string): Date {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return new Date(instantIn(dayNumber(key) * DAY + minutes * 60_000, zone));
}

/** The last day that the couple opened, and the time zone in which it runs. */
export interface OpenedDay {
  dayKey: DayKey;
  zone: string;
}

interface NextDay extends OpenedDay {
  /** Days that a change of time zone left out. */
  skipped: DayKey[];
}

/**
 * The couple's current day. A day that has begun ends by its own zone when the couple changes the zone. No day comes
 * twice: where the new zone is still on an earlier day, the current day lasts until it ends there too.
 */
export function dayNow(last: OpenedDay | null, zone: string, now: Date): NextDay {
  const here = dayIn(now, zone);
  if (!last) return { dayKey: here, zone, skipped: [] };
  if (last.zone === zone) return { dayKey: here > last.dayKey ? here : last.dayKey, zone, skipped: [] };
  if (dayIn(now, last.zone) <= last.dayKey) return { ...last, skipped: [] };
  const next = dayIn(instantAt(addDays(last.dayKey, 1), '00:00', last.zone), zone);
  const skipped = Array.from({ length: Math.max(0, dayNumber(next) - dayNumber(last.dayKey) - 1) }, (_, index) =>
    addDays(last.dayKey, index + 1),
  );
  return { dayKey: here > last.dayKey ? here : last.dayKey, zone, skipped };
}
