import { type CalendarDateTime, type ZonedDateTime, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** `YYYY-MM-DDTHH:MM`, as the contract writes a minute of a clock. */
export const minuteOf = (at: CalendarDateTime): string => at.set({ second: 0, millisecond: 0 }).toString().slice(0, 16);

export const readMinute = (at: string): CalendarDateTime => parseDateTime(at);

/** What a person would choose most often. Minutes are full; the evening is offered until shortly before. */
export function presets(now: ZonedDateTime): { id: string; label: string; at: CalendarDateTime }[] {
  const here = toCalendarDateTime(now).set({ second: 0, millisecond: 0 });
  const inAnHour = toCalendarDateTime(now.add({ hours: 1 })).set({ second: 0, millisecond: 0 });
  const tonight = here.set({ hour: 20, minute: 0 });
  const isEarly = here.compare(tonight.subtract({ minutes: 30 })) < 0;
  return [
    { id: 'hour', label: 'In 1 hour', at: inAnHour },
    ...(isEarly ? [{ id: 'tonight', label: 'Tonight', at: tonight }] : []),
    { id: 'tomorrow', label: 'Tomorrow', at: here.add({ days: 1 }).set({ hour: 8, minute: 0 }) },
  ];
}

/** The instant that a minute of this clock is. */
export const instantOf = (at: CalendarDateTime, timezone: string): Date => toZoned(at, timezone).toDate();
