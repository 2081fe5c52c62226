import {
  type CalendarDateTime,
  type ZonedDateTime,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';
import { t } from '../../../texts/index.js';

/** `YYYY-MM-DDTHH:MM`, the contract's format of a local minute. */
export const minuteOf = (at: CalendarDateTime): string => at.set({ second: 0, millisecond: 0 }).toString().slice(0, 16);

export const readMinute = (at: string): CalendarDateTime => parseDateTime(at);

/** The offered times, in whole minutes. Tonight is offered until half an hour before. */
export function presets(now: ZonedDateTime): { id: string; label: string; at: CalendarDateTime }[] {
  const here = toCalendarDateTime(now).set({ second: 0, millisecond: 0 });
  const inAnHour = toCalendarDateTime(now.add({ hours: 1 })).set({ second: 0, millisecond: 0 });
  const tonight = here.set({ hour: 20, minute: 0 });
  const isEarly = here.compare(tonight.subtract({ minutes: 30 })) < 0;
  return [
    { id: 'hour', label: t('scheduled.inOneHour'), at: inAnHour },
    ...(isEarly ? [{ id: 'tonight', label: t('scheduled.tonight'), at: tonight }] : []),
    { id: 'tomorrow', label: t('scheduled.tomorrow'), at: here.add({ days: 1 }).set({ hour: 8, minute: 0 }) },
  ];
}

/** The instant of a local minute in a time zone. */
export const instantOf = (at: CalendarDateTime, timezone: string): Date => toZoned(at, timezone).toDate();
