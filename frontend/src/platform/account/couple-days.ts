import {
  type CalendarDate,
  Time,
  parseAbsolute,
  toCalendarDate,
  toCalendarDateTime,
  today,
} from '@internationalized/date';
import { usePartner } from './partner-status.js';

/** The last minute of a day. */
const EVENING = new Time(23, 59);

export interface CoupleDays {
  /** The instant at which that day of the two ends. */
  endOf: (day: CalendarDate) => string;
  dayOf: (at: string | null) => CalendarDate | null;
  hasPassed: (day: CalendarDate) => boolean;
}

/** Days in the time zone of the two. */
export function useCoupleDays(): CoupleDays {
  const zone = usePartner().couple?.timezone ?? 'UTC';
  return {
    endOf: (day) => toCalendarDateTime(day, EVENING).toDate(zone).toISOString(),
    dayOf: (at) => (at === null ? null : toCalendarDate(parseAbsolute(at, zone))),
    hasPassed: (day) => day.compare(today(zone)) < 0,
  };
}
