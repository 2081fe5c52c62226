import { DAY, instantIn } from '@duet/service-kit';
import type { MilestoneView } from '@duet/contracts';
import { addDays, daysFrom } from '../calendar/days.js';
import { type Beginning, daysTogether, sinceOf } from '../couples/days-together.js';

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The same day in another year; 29 February becomes the 28th in other years. */
function inYear(day: string, year: number): string {
  const same = `${String(year).padStart(4, '0')}${day.slice(4)}`;
  return new Date(`${same}T00:00:00Z`).toISOString().startsWith(same) ? same : `${same.slice(0, 8)}28`;
}

/** The next occurrence on or after `from`; null for a past date that is not yearly. */
export function nextOccurrence({ date, yearly }: { date: string; yearly: boolean }, from: string): string | null {
  if (date >= from) return date;
  if (!yearly) return null;
  const thisYear = inYear(date, yearOf(from));
  return thisYear >= from ? thisYear : inYear(date, yearOf(from) + 1);
}

const FIRST_MILESTONES = [100, 200, 365, 500, 1000];
const THEN_EVERY = 500;

type Milestone = Omit<MilestoneView, 'daysUntil'>;

/** The next day-count milestones, each on the day whose morning shows it as Days Together. */
export function nextCounts(since: string, from: string, howMany: number): Milestone[] {
  const reached = Math.max(1, daysFrom(since, from) + 1);
  const counts = FIRST_MILESTONES.filter((count) => count >= reached);
  const last = FIRST_MILESTONES.at(-1) ?? 0;
  for (
    let count = Math.max(last + THEN_EVERY, Math.ceil(reached / THEN_EVERY) * THEN_EVERY);
    counts.length < howMany;
    count += THEN_EVERY
  )
    counts.push(count);
  return counts.slice(0, howMany).map((count) => ({ kind: 'days', count, next: addDays(since, count - 1) }));
}

/** The first anniversary on or after `from`. */
export function nextAnniversary(since: string, from: string): Milestone {
  const first = inYear(since, yearOf(since) + 1);
  const next = nextOccurrence({ date: since, yearly: true }, from > first ? from : first) ?? first;
  return { kind: 'years', count: yearOf(next) - yearOf(since), next };
}

/** The local hour of reminders. */
const HOUR = 9;

export const reminderInstant = (day: string, timeZone: string): Date =>
  new Date(instantIn(Date.parse(day) + (HOUR * DAY) / 24, timeZone));

/** The first days of a couple's anniversaries and of its day counts. */
export interface Since {
  years: string;
  days: string;
}

/** A couple that counts from a link after nine shows each new count after the morning's reminder, so its counts begin a day later. */
export function sinceDays(beginning: Beginning): Since {
  const years = sinceOf(beginning);
  const shown = daysTogether(beginning, reminderInstant(addDays(years, 1), beginning.timezone));
  return { years, days: addDays(years, 2 - shown) };
}

interface Reminded {
  id: string;
  date: string;
  yearly: boolean;
  remindDaysBefore: number[];
}

/** A reminder that is due on a day: of a date or of a milestone. */
export interface Due {
  dateId: string | null;
  milestone: Pick<Milestone, 'kind' | 'count'> | null;
  occursOn: string;
  daysBefore: number;
}

/** Each date's and milestone's first reminder on or after a day, with the day it is due. */
function comingReminders(dates: readonly Reminded[], since: Since, from: string): (Due & { day: string })[] {
  const own = dates.flatMap((one) =>
    one.remindDaysBefore.flatMap((daysBefore) => {
      const occursOn = nextOccurrence(one, addDays(from, daysBefore));
      return occursOn === null
        ? []
        : [{ dateId: one.id, milestone: null, occursOn, daysBefore, day: addDays(occursOn, -daysBefore) }];
    }),
  );
  const milestones = [...nextCounts(since.days, from, 1), nextAnniversary(since.years, from)];
  return [
    ...own,
    ...milestones.map(({ kind, count, next }) => ({
      dateId: null,
      milestone: { kind, count },
      occursOn: next,
      daysBefore: 0,
      day: next,
    })),
  ];
}

/** The reminders that are due on exactly this day. */
export const remindersOn = (dates: readonly Reminded[], since: Since, day: string): Due[] =>
  comingReminders(dates, since, day).filter((due) => due.day === day);

/** The next day, `from` or later, with a reminder; null without any. */
export const nextReminderDay = (dates: readonly Reminded[], since: Since, from: string): string | null =>
  comingReminders(dates, since, from)
    .map(({ day }) => day)
    .toSorted()[0] ?? null;
