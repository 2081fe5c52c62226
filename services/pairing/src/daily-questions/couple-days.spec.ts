import { dayNow, instantAt, isDay } from './couple-days.js';

const at = (zone: string, now: string, last: [string, string] | null = null) => {
  const { dayKey, zone: runs, skipped } = dayNow(last && { dayKey: last[0], zone: last[1] }, zone, new Date(now));
  return [dayKey, runs, skipped];
};

describe('dayNow', () => {
  it.each([
    ['a second before midnight', 'Europe/Berlin', '2027-01-10T22:59:59Z', '2027-01-10'],
    ['at midnight', 'Europe/Berlin', '2027-01-10T23:00:00Z', '2027-01-11'],
    ['a day of 23 hours', 'Europe/Berlin', '2027-03-28T21:59:59Z', '2027-03-28'],
    ['the end of that day', 'Europe/Berlin', '2027-03-28T22:00:00Z', '2027-03-29'],
    ['a day of 25 hours', 'Europe/Berlin', '2027-10-31T22:59:59Z', '2027-10-31'],
    ['the end of that day', 'Europe/Berlin', '2027-10-31T23:00:00Z', '2027-11-01'],
    ['far in the east', 'Pacific/Kiritimati', '2027-01-10T10:00:00Z', '2027-01-11'],
    ['far in the west', 'Pacific/Pago_Pago', '2027-01-10T10:59:59Z', '2027-01-09'],
  ])('finds the local day: %s in %s', (_what, zone, now, dayKey) => {
    expect(at(zone, now)).toEqual([dayKey, zone, []]);
    expect(at(zone, now, ['2027-01-01', zone])[0]).toBe(dayKey);
  });

  it('ends a day by its own zone after a change of zone', () => {
    // In Berlin it is the 10th until 23:00 UTC; Tokyo is at the 11th already.
    expect(at('Asia/Tokyo', '2027-01-10T16:00:00Z', ['2027-01-10', 'Europe/Berlin'])).toEqual([
      '2027-01-10',
      'Europe/Berlin',
      [],
    ]);
    expect(at('Asia/Tokyo', '2027-01-10T23:00:00Z', ['2027-01-10', 'Europe/Berlin'])).toEqual([
      '2027-01-11',
      'Asia/Tokyo',
      [],
    ]);
  });

  it('never repeats a day: it lasts until it ends in the new zone too', () => {
    expect(at('America/Los_Angeles', '2027-01-11T00:00:00Z', ['2027-01-10', 'Europe/Berlin'])).toEqual([
      '2027-01-10',
      'America/Los_Angeles',
      [],
    ]);
    expect(at('America/Los_Angeles', '2027-01-11T07:59:59Z', ['2027-01-10', 'Europe/Berlin'])[0]).toBe('2027-01-10');
    expect(at('America/Los_Angeles', '2027-01-11T08:00:00Z', ['2027-01-10', 'Europe/Berlin'])[0]).toBe('2027-01-11');
  });

  it('pauses a day that a change of zone skips', () => {
    // The 10th ends in Pago Pago at 11:00 UTC on the 11th; at that instant Kiritimati begins the 12th, an hour in.
    expect(at('Pacific/Kiritimati', '2027-01-11T11:30:00Z', ['2027-01-10', 'Pacific/Pago_Pago'])).toEqual([
      '2027-01-12',
      'Pacific/Kiritimati',
      ['2027-01-11'],
    ]);
    // Days that pass before the next visit are not skipped days.
    expect(at('Pacific/Kiritimati', '2027-01-20T11:30:00Z', ['2027-01-10', 'Pacific/Pago_Pago'])).toEqual([
      '2027-01-21',
      'Pacific/Kiritimati',
      ['2027-01-11'],
    ]);
  });

  it('finds the instant of a local time, a skipped one included', () => {
    expect(instantAt('2027-07-01', '19:00', 'Europe/Berlin').toISOString()).toBe('2027-07-01T17:00:00.000Z');
    expect(instantAt('2027-12-01', '19:00', 'Europe/Berlin').toISOString()).toBe('2027-12-01T18:00:00.000Z');
    expect(instantAt('2027-03-28', '02:30', 'Europe/Berlin').toISOString()).toBe('2027-03-28T01:30:00.000Z');
  });

  it.each([
    ['2027-02-28', true],
    ['2027-02-30', false],
    ['2028-02-29', true],
    ['2027-13-01', false],
    ['2027-00-10', false],
  ])('checks that the calendar has %s: %s', (key, answer) => {
    expect(isDay(key)).toBe(answer);
  });
});
