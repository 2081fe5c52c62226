import { CalendarDate } from '@internationalized/date';
import { dayAt, earlierDays, startOf } from './earlier-days.js';

const day = (text: string): CalendarDate => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return new CalendarDate(year, month, date);
};
const remembered = (today: string, first: string, hidden: { from: string; to: string }[] = []) =>
  earlierDays(day(today), day(first), 'UTC', hidden).map(({ date, yearsAgo }) => [date, yearsAgo]);

describe('earlierDays', () => {
  it('lists every year since the first, latest first', () => {
    expect(remembered('2026-11-21', '2023-11-21')).toEqual([
      ['2025-11-21', 1],
      ['2024-11-21', 2],
      ['2023-11-21', 3],
    ]);
    expect(remembered('2026-11-21', '2024-11-22')).toEqual([['2025-11-21', 1]]);
    expect(remembered('2026-11-21', '2026-01-01')).toEqual([]);
    expect(remembered('2026-12-31', '2024-01-01')).toEqual([
      ['2025-12-31', 1],
      ['2024-12-31', 2],
    ]);
    // The first message has a time in the future.
    expect(remembered('2026-11-21', '2027-01-01')).toEqual([]);
  });

  it('matches the 29th of February on the 28th of a common year', () => {
    expect(remembered('2027-02-28', '2023-01-01')).toEqual([
      ['2026-02-28', 1],
      ['2025-02-28', 2],
      ['2024-02-28', 3],
      ['2024-02-29', 3],
      ['2023-02-28', 4],
    ]);
    expect(remembered('2028-02-28', '2023-01-01').map(([date]) => date)).toEqual([
      '2027-02-28',
      '2026-02-28',
      '2025-02-28',
      '2024-02-28',
      '2023-02-28',
    ]);
    expect(remembered('2028-02-29', '2023-01-01')).toEqual([['2024-02-29', 4]]);
    expect(remembered('2100-02-28', '2095-01-01').map(([date]) => date)).toContain('2096-02-29');
    expect(remembered('2028-03-01', '2027-01-01')).toEqual([['2027-03-01', 1]]);
  });

  it('leaves out hidden periods, including their first and last day', () => {
    const hidden = [
      { from: '2025-11-21', to: '2025-11-21' },
      { from: '2020-01-01', to: '2023-11-20' },
    ];
    expect(remembered('2026-11-21', '2022-01-01', hidden).map(([date]) => date)).toEqual(['2024-11-21', '2023-11-21']);
  });
});

describe("a day in the couple's time zone", () => {
  it('begins and ends at local midnight, with and without summer time', () => {
    expect(dayAt(new Date('2026-11-20T20:00:00Z'), 'Asia/Kolkata').toString()).toBe('2026-11-21');
    expect(dayAt(new Date('2026-11-21T05:00:00Z'), 'America/Los_Angeles').toString()).toBe('2026-11-20');
    const [leap] = earlierDays(day('2026-03-30'), day('2025-01-01'), 'Europe/Berlin', []);
    // A day of 23 hours.
    expect([leap?.from.toISOString(), leap?.to.toISOString()]).toEqual([
      '2025-03-29T23:00:00.000Z',
      '2025-03-30T22:00:00.000Z',
    ]);
    const [back] = earlierDays(day('2026-10-26'), day('2025-01-01'), 'Europe/Berlin', []);
    expect([back?.from.toISOString(), back?.to.toISOString()]).toEqual([
      '2025-10-25T22:00:00.000Z',
      '2025-10-26T23:00:00.000Z',
    ]);
  });

  it('begins after a skipped midnight and at the first of two midnights', () => {
    expect(startOf(day('2018-11-04'), 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOf(day('2025-11-02'), 'America/Havana').toISOString()).toBe('2025-11-02T04:00:00.000Z');
  });
});
