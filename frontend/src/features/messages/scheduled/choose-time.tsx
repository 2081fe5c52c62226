import {
  type CalendarDateTime,
  getLocalTimeZone,
  now,
  toCalendarDate,
  toCalendarDateTime,
} from '@internationalized/date';
import { LIMITS } from '@duet/contracts/plain';
import { Suspense, lazy } from 'react';
import { useSettings } from '../../../platform/account/settings.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { useFormats } from '../../../ui/formats.js';
import { Skeleton } from '../../../ui/spinner.js';
import styles from './scheduled.module.css';
import { instantOf } from './when.js';

// A calendar is much code, and a conversation opens without one.
const DateTimeChoice = lazy(async () => ({
  default: (await import('../../../ui/date-time-choice.js')).DateTimeChoice,
}));

const HOURS = { system: undefined, '12h': 12, '24h': 24 } as const;

/** The first full hour from now. */
export const soon = (): CalendarDateTime =>
  toCalendarDateTime(now(getLocalTimeZone()).add({ hours: 1 })).set({ minute: 0, second: 0, millisecond: 0 });

const useTime = createTypedState<CalendarDateTime>();

/** The chosen day and time, and whether they are past. @param place what they are for: they outlive the app lock there */
export function useChosenTime(place: string, begun: CalendarDateTime) {
  const [at, setAt] = useTime(place, begun);
  const timezone = getLocalTimeZone();
  return {
    at,
    setAt,
    timezone,
    instant: instantOf(at, timezone),
    isPast: (): boolean => instantOf(at, timezone).getTime() <= Date.now(),
  };
}

export function ChooseTime({ chosen: { at, setAt, timezone, instant } }: { chosen: ReturnType<typeof useChosenTime> }) {
  const { appearance } = useSettings().settings;
  const { day, time } = useFormats();
  const today = toCalendarDate(now(timezone));
  return (
    <>
      <Suspense fallback={<Skeleton className={styles.choosing} />}>
        <DateTimeChoice
          value={at}
          onChange={setAt}
          first={today}
          last={today.add({ days: LIMITS.scheduleAheadDays })}
          hourCycle={HOURS[appearance.timeFormat]}
        />
      </Suspense>
      <p className={styles.note}>
        {day(instant)}, {time(instant)} · {timezone.replaceAll('_', ' ')}
      </p>
    </>
  );
}
