import {
  type CalendarDate,
  Time,
  parseAbsolute,
  toCalendarDate,
  toCalendarDateTime,
  today,
} from '@internationalized/date';
import { useCoupleZone } from './couple-zone.js';

/** The last minute of a day. */
const EVENING = new Time(23, 59);

export interface CoupleCalendar {
  zone: string;
  today: () => CalendarDate;
  /** The instant at which that day of the two begins. */
  startOf: (day: CalendarDate) => string;
  /** The instant of its last minute. */
  endOf: (day: CalendarDate) => string;
  dayOf: (at: string | null) => CalendarDate | null;
  hasPassed: (day: CalendarDate) => boolean;
}

/** Days in the time zone of the two. */
export function useCoupleCalendar(): CoupleCalendar {
  const zone = useCoupleZone();
  return {
    zone,
    today: () => today(zone),
    startOf: (day) => day.toDate(zone).toISOString(),
    endOf: (day) => toCalendarDateTime(day, EVENING).toDate(zone).toISOString(),
    dayOf: (at) => (at === null ? null : toCalendarDate(parseAbsolute(at, zone))),
    hasPassed: (day) => day.compare(today(zone)) < 0,
  };
}
