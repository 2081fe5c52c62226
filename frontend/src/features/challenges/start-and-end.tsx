import type { CalendarDate } from '@internationalized/date';
import { useCoupleCalendar } from '../../platform/account/couple-calendar.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { DayField } from '../../ui/day-field.js';
import { Choice } from '../../ui/toggle.js';

export interface TimesControl {
  isOnDay: boolean;
  first: CalendarDate | null;
  last: CalendarDate | null;
  setOnDay: (isOnDay: boolean) => void;
  setFirst: (day: CalendarDate | null) => void;
  setLast: (day: CalendarDate | null) => void;
  wrongFirst: string | null;
  wrongLast: string | null;
  /** The instants of a valid choice; null where none was made. */
  instants: () => Times;
}

export interface Times {
  startAt: string | null;
  dueAt: string | null;
}

const OPEN: Times = { startAt: null, dueAt: null };

/** The chosen times alone, as a new proposal takes them. */
export const chosenTimes = ({ startAt, dueAt }: Times) => ({
  ...(startAt !== null && { startAt }),
  ...(dueAt !== null && { dueAt }),
});

const useChosen = createTypedState<Pick<TimesControl, 'isOnDay' | 'first' | 'last'>>();

/** When a proposal starts and ends, both optional. @param place what the proposal is of: the days outlive the app lock there */
export function useTimes(place: string, given: Times = OPEN): TimesControl {
  const { today, startOf, endOf, dayOf } = useCoupleCalendar();
  const [chosen, setChosen] = useChosen(place, () => ({
    isOnDay: given.startAt !== null,
    first: dayOf(given.startAt),
    last: dayOf(given.dueAt),
  }));
  const { isOnDay, first, last } = chosen;
  const now = today();
  const start = isOnDay ? first : null;
  // A proposal may wait beyond the day on which it was to start.
  const isKept = given.startAt !== null && start !== null && dayOf(given.startAt)?.compare(start) === 0;
  const isAhead = start !== null && start.compare(now) > 0;
  return {
    ...chosen,
    setOnDay: (onDay) => setChosen({ ...chosen, isOnDay: onDay }),
    setFirst: (day) => setChosen({ ...chosen, first: day }),
    setLast: (day) => setChosen({ ...chosen, last: day }),
    wrongFirst: isOnDay && !isKept && (!first || first.compare(now) < 0) ? t('challenges.chooseADay') : null,
    wrongLast: last && last.compare(isAhead ? start : now) < 0 ? t('challenges.dueTooEarly') : null,
    instants: () => ({
      // The midnight of today has passed: a challenge of today starts once it is accepted.
      startAt: isKept ? given.startAt : isAhead ? startOf(start) : null,
      dueAt: last && endOf(last),
    }),
  };
}

/** The fields of `useTimes`. Errors show once the form was sent. */
export function StartAndEnd({ times, isAsked }: { times: TimesControl; isAsked: boolean }) {
  return (
    <>
      <Choice
        label={t('challenges.whenToStart')}
        value={times.isOnDay ? 'day' : 'accepted'}
        options={[
          { value: 'accepted', label: t('challenges.whenAccepted') },
          { value: 'day', label: t('challenges.onADay') },
        ]}
        onChange={(start) => times.setOnDay(start === 'day')}
      />
      {times.isOnDay && (
        <DayField
          label={t('challenges.startDay')}
          value={times.first}
          onChange={times.setFirst}
          error={isAsked ? times.wrongFirst : null}
        />
      )}
      <DayField
        label={t('challenges.dueDay')}
        description={t('challenges.dueWords')}
        value={times.last}
        onChange={times.setLast}
        error={isAsked ? times.wrongLast : null}
      />
    </>
  );
}
