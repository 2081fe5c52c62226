import { addDays, daysFrom } from '../calendar/days.js';
import { daysTogether } from '../couples/days-together.js';
import {
  nextAnniversary,
  nextCounts,
  nextOccurrence,
  nextReminderDay,
  reminderInstant,
  remindersOn,
  sinceDays,
} from './occurrences.js';

describe('nextOccurrence', () => {
  it.each([
    ['once, to come', '2027-06-01', false, '2026-11-21', '2027-06-01'],
    ['once, today', '2026-11-21', false, '2026-11-21', '2026-11-21'],
    ['once, over', '2026-11-20', false, '2026-11-21', null],
    ['yearly, later this year', '1990-12-24', true, '2026-11-21', '2026-12-24'],
    ['yearly, today', '1990-11-21', true, '2026-11-21', '2026-11-21'],
    ['yearly, over this year', '1990-11-20', true, '2026-11-21', '2027-11-20'],
    ['yearly, its first time to come', '2030-01-01', true, '2026-11-21', '2030-01-01'],
    ['a leap day in a common year', '2024-02-29', true, '2026-02-01', '2026-02-28'],
    ['a leap day, on the day that stands for it', '2024-02-29', true, '2026-02-28', '2026-02-28'],
    ['a leap day, the day after', '2024-02-29', true, '2026-03-01', '2027-02-28'],
    ['a leap day before the next leap year', '2024-02-29', true, '2027-03-01', '2028-02-29'],
    ['a leap day in a leap year, not a day early', '2024-02-29', true, '2028-02-28', '2028-02-29'],
    ['a leap day of a century that has none', '2096-02-29', true, '2100-01-01', '2100-02-28'],
  ])('finds %s', (_what, date, yearly, from, expected) => {
    expect(nextOccurrence({ date, yearly }, from)).toBe(expected);
  });

  it('counts calendar days across clock changes', () => {
    expect(daysFrom('2026-03-28', '2026-03-30')).toBe(2);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
});

describe('milestones', () => {
  it.each([
    ['on the first day', '2026-01-01', '2026-01-01', [100, '2026-04-10'], [200, '2026-07-19']],
    ['on the hundredth', '2026-01-01', '2026-04-10', [100, '2026-04-10'], [200, '2026-07-19']],
    ['the day after', '2026-01-01', '2026-04-11', [200, '2026-07-19'], [365, '2026-12-31']],
    ['after the thousandth', '2020-01-01', '2022-09-28', [1500, '2024-02-08'], [2000, '2025-06-22']],
    ['before the thousandth', '2020-01-01', '2022-09-26', [1000, '2022-09-26'], [1500, '2024-02-08']],
    ['a century', '1900-01-01', '2026-11-21', [46500, '2027-04-24'], [47000, '2028-09-05']],
  ])('count days, %s', (_what, since, from, first, second) => {
    expect(nextCounts(since, from, 2).map(({ count, next }) => [count, next])).toEqual([first, second]);
  });

  it.each([
    ['the first', '2026-01-10', '2026-01-10', 1, '2027-01-10'],
    ['today', '2024-11-21', '2026-11-21', 2, '2026-11-21'],
    ['the day after', '2024-11-20', '2026-11-21', 3, '2027-11-20'],
    ['of a leap day', '2024-02-29', '2024-03-01', 1, '2025-02-28'],
    ['the fourth of a leap day', '2024-02-29', '2027-03-01', 4, '2028-02-29'],
  ])('are anniversaries: %s', (_what, since, from, count, next) => {
    expect(nextAnniversary(since, from)).toEqual({ kind: 'years', count, next });
  });
});

describe('the first day of the counts', () => {
  it.each([
    ['the day of a link before nine', '2026-01-01T07:30:00Z', null, 'Europe/Berlin', '2026-01-01'],
    ['the day of a link at nine', '2026-01-01T08:00:00Z', null, 'Europe/Berlin', '2026-01-01'],
    ['the day after a link past nine', '2026-01-01T08:00:01Z', null, 'Europe/Berlin', '2026-01-02'],
    ['the day after a late link', '2026-01-01T22:30:00Z', null, 'Europe/Berlin', '2026-01-02'],
    ['the day that the couple set', '2026-01-01T22:30:00Z', '2025-05-05', 'Europe/Berlin', '2025-05-05'],
  ])('is %s', (_what, linkedAt, togetherSince, timezone, days) => {
    const beginning = { linkedAt: new Date(linkedAt), togetherSince, timezone };
    const [hundredth] = nextCounts(days, days, 1);
    expect(sinceDays(beginning).days).toBe(days);
    expect(daysTogether(beginning, reminderInstant(hundredth?.next ?? '', timezone))).toBe(100);
  });
});

describe('reminders', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-21', '2026-11-21T03:30:00.000Z'],
    ['America/Los_Angeles', '2026-11-21', '2026-11-21T17:00:00.000Z'],
    ['America/Los_Angeles', '2026-07-21', '2026-07-21T16:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28', '2026-03-28T08:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T07:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T08:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T19:00:00.000Z'],
  ])('are due at nine in %s on %s', (zone, day, instant) => {
    expect(reminderInstant(day, zone).toISOString()).toBe(instant);
  });

  const from = (day: string) => ({ years: day, days: day });
  const trip = { id: 'trip', date: '2026-12-24', yearly: false, remindDaysBefore: [0, 3] };

  it('are due on the chosen days, and never after the date', () => {
    const [since, far] = [from('2026-01-10'), '2026-12-25'];
    expect(nextReminderDay([trip], since, '2026-12-01')).toBe('2026-12-21');
    expect(nextReminderDay([trip], since, '2026-12-22')).toBe('2026-12-24');
    expect(remindersOn([trip], since, '2026-12-21')).toMatchObject([
      { dateId: 'trip', occursOn: '2026-12-24', daysBefore: 3 },
    ]);
    expect(remindersOn([trip], since, '2026-12-22')).toEqual([]);
    expect(nextReminderDay([trip], since, far)).toBe('2027-01-09');
  });

  it('work across New Year and for 29 February in other years', () => {
    const ours = { id: 'new-year', date: '2020-01-01', yearly: true, remindDaysBefore: [7] };
    const leap = { id: 'leap', date: '2024-02-29', yearly: true, remindDaysBefore: [1] };
    expect(remindersOn([ours], from('2026-05-05'), '2026-12-25')).toMatchObject([
      { dateId: 'new-year', occursOn: '2027-01-01' },
    ]);
    expect(remindersOn([leap], from('2026-05-05'), '2027-02-27')).toMatchObject([
      { dateId: 'leap', occursOn: '2027-02-28' },
    ]);
    expect(remindersOn([leap], from('2026-05-05'), '2028-02-27')).toEqual([]);
    expect(remindersOn([leap], from('2026-05-05'), '2028-02-28')).toMatchObject([
      { dateId: 'leap', occursOn: '2028-02-29' },
    ]);
  });

  it('are due on the day of a milestone', () => {
    expect(remindersOn([], from('2026-01-01'), '2026-04-10')).toMatchObject([
      { dateId: null, milestone: { kind: 'days', count: 100 }, occursOn: '2026-04-10', daysBefore: 0 },
    ]);
    expect(remindersOn([], from('2026-01-01'), '2027-01-01')).toMatchObject([
      { milestone: { kind: 'years', count: 1 } },
    ]);
  });
});
