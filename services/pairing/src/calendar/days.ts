import { DAY } from '@duet/service-kit';

/** Days are `YYYY-MM-DD` without a time zone; the arithmetic treats them as UTC. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
