import type { CalendarDate } from '@internationalized/date';
import { type CoupleCalendar, useCoupleCalendar } from '../../platform/account/couple-calendar.js';
import { t } from '../../texts/index.js';

export interface DayRules extends CoupleCalendar {
  /** @returns the complaint about a day that has passed; null about none */
  wrongDay: (day: CalendarDate | null) => string | null;
}

/** Days in the time zone of the two, and the rule for the day of a goal. */
export function useDays(): DayRules {
  const days = useCoupleCalendar();
  return { ...days, wrongDay: (day) => (day !== null && days.hasPassed(day) ? t('goals.chooseDay') : null) };
}
