import {
  type CalendarDate,
  Time,
  parseAbsolute,
  toCalendarDate,
  toCalendarDateTime,
  today,
} from '@internationalized/date';
import { usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';

/** The last minute of a day. */
const EVENING = new Time(23, 59);

export interface DayRules {
  /** The instant at which that day of the two ends. */
  endOf: (day: CalendarDate) => string;
  dayOf: (at: string | null) => CalendarDate | null;
  /** @returns the complaint about a day that has passed; null about none */
  wrongDay: (day: CalendarDate | null) => string | null;
}

/** Days in the time zone of the two. */
export function useDays(): DayRules {
  const zone = usePartner().couple?.timezone ?? 'UTC';
  return {
    endOf: (day) => toCalendarDateTime(day, EVENING).toDate(zone).toISOString(),
    dayOf: (at) => (at === null ? null : toCalendarDate(parseAbsolute(at, zone))),
    wrongDay: (day) => (day !== null && day.compare(today(zone)) < 0 ? t('goals.chooseDay') : null),
  };
}
