import { type CoupleDays, dayOfCouple, endOfCoupleDay, withTimezone } from './couple-day.js';
import { dayIn } from './zone.js';

const HOUR = 60 * 60 * 1_000;
const ZONES = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Etc/GMT+12'];
const CHANGES = ZONES.flatMap((former) => ZONES.map((next) => [former, next] as const));

const from = (timezone: string): CoupleDays => ({ timezone, runningDay: null, runningUntil: null });

describe('the day of a couple that changes its time zone', () => {
  // The clocks change on 25 October in Berlin.
  const start = new Date('2026-10-24T07:30:00Z');
  const hours = Array.from({ length: 5 }, (_, step) => new Date(start.getTime() + 5 * step * HOUR));

  it.each(CHANGES)('goes on until it ends, and never comes twice (%s, %s)', (former, next) => {
    for (const now of hours) {
      const couple = withTimezone(from(former), next, now);
      let day = dayIn(now, former);
      expect(dayOfCouple(couple, now)).toBe(day);
      for (let hour = 0; hour < 60; hour += 2) {
        const at = new Date(now.getTime() + hour * HOUR);
        expect(dayOfCouple(couple, at) >= day).toBe(true);
        day = dayOfCouple(couple, at);
        const end = endOfCoupleDay(couple, at);
        expect(dayOfCouple(couple, new Date(end.getTime() - 1))).toBe(day);
        expect(dayOfCouple(couple, end) > day).toBe(true);
      }
      expect(day).toBe(dayIn(new Date(now.getTime() + 58 * HOUR), next));
    }
  });

  it('ends in the zone in which it began, also after several changes', () => {
    const now = new Date('2026-11-21T15:30:00Z');
    const couple = ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'].reduce(
      (one, next) => withTimezone(one, next, now),
      from('Asia/Tokyo'),
    );
    const runningUntil = new Date('2026-11-22T15:00:00Z');
    expect(couple).toEqual({ timezone: 'Asia/Tokyo', runningDay: '2026-11-22', runningUntil });
    expect(endOfCoupleDay(couple, now)).toEqual(runningUntil);
  });
});
