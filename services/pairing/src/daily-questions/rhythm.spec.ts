import { addDays } from '../dates/calendar.js';
import { type Pause, rhythmOf } from './rhythm.js';

const FIRST = '2027-01-01';

/** `x` both answered, `.` not, `h` a holiday, `H` a holiday on which both answered all the same; the last one is today. */
function rhythm(days: string) {
  const keys = [...days].map((_, index) => addDays(FIRST, index));
  const on = (marks: string): string[] => keys.filter((_, index) => marks.includes(days[index] ?? ''));
  const pauses: Pause[] = on('hH').map((key) => ({ from: key, to: key }));
  return rhythmOf(on('xH'), pauses, keys.at(-1) ?? FIRST);
}

const WEEK = 'xxxxxxx';

describe('a rhythm', () => {
  it.each([
    ['nothing yet', '.', 0, 0, 0],
    ['nothing for long', '.....', 0, 0, 0],
    ['today alone', 'x', 1, 1, 0],
    ['yesterday, today still to come', 'x.', 1, 1, 0],
    ['the day before yesterday only', 'x..', 0, 1, 0],
    ['two days', 'xx', 2, 2, 0],
    ['six days earn nothing', 'xxxxxx', 6, 6, 0],
    ['seven earn a day of rest', WEEK, 7, 7, 1],
    ['which covers one day and adds nothing', `${WEEK}.x`, 8, 8, 0],
    ['and only one', `${WEEK}..x`, 1, 7, 0],
    ['it is used before today', `${WEEK}..`, 7, 7, 0],
    ['and over the day after', `${WEEK}...`, 0, 7, 0],
    ['fourteen earn two', WEEK + WEEK, 14, 14, 2],
    ['more are not kept', WEEK + WEEK + WEEK, 21, 21, 2],
    ['two days in a row are covered by two', `${WEEK}${WEEK}..x`, 15, 15, 0],
    ['three are not', `${WEEK}${WEEK}...x`, 1, 14, 0],
    ['what was used is earned again', `${WEEK}.${WEEK}.x`, 15, 15, 0],
    ['a day of rest is no step to the next one', `${WEEK}.xxxxxx`, 13, 13, 0],
    ['the end of one takes its days of rest along', `${WEEK}${WEEK}....xx.x`, 1, 14, 0],
    ['the longest is kept', `xxxxx..xx`, 2, 5, 0],
    ['a gap at once', 'x.x', 1, 1, 0],
  ])('%s: %s', (_what, days, now, longest, restDays) => {
    expect(rhythm(days)).toEqual({ days: now, longest, restDays });
  });

  it.each([
    ['a holiday ends nothing and adds nothing', 'xxxhhhhhx', 4, 4, 0],
    ['it takes no day of rest', `${WEEK}hhhx`, 8, 8, 1],
    ['the day after it counts again', 'xxxhh..', 0, 3, 0],
    ['days with answers in it count', 'xxHHx', 5, 5, 0],
    ['today in it', 'xxh', 2, 2, 0],
    ['a rhythm may begin in one', 'hHx', 2, 2, 0],
  ])('%s: %s', (_what, days, now, longest, restDays) => {
    expect(rhythm(days)).toEqual({ days: now, longest, restDays });
  });

  it('is mended by an answer that comes late', () => {
    const broken = rhythmOf(['2027-01-01', '2027-01-02', '2027-01-05'], [], '2027-01-05');
    const mended = rhythmOf(['2027-01-05', '2027-01-04', '2027-01-02', '2027-01-03', '2027-01-01'], [], '2027-01-05');
    expect([broken.days, mended.days]).toEqual([1, 5]);
  });

  it('looks at no day after today, whatever the holiday says', () => {
    expect(rhythmOf(['2027-01-01'], [{ from: '2027-01-02', to: '2027-01-31' }], '2027-01-03')).toEqual({ days: 1, longest: 1, restDays: 0 });
    expect(rhythmOf([], [{ from: '2027-02-01', to: '2027-02-03' }], '2027-01-03')).toEqual({ days: 0, longest: 0, restDays: 0 });
  });

  it('counts over the turn of a year and a leap day', () => {
    expect(rhythmOf(['2027-12-31', '2028-01-01'], [], '2028-01-01').days).toBe(2);
    expect(rhythmOf(['2028-02-28', '2028-02-29', '2028-03-01'], [], '2028-03-01').days).toBe(3);
  });

  it('is what a second way of reckoning says, for every course of ten days', () => {
    for (let course = 0; course < 2 ** 10; course += 1) {
      const days = Array.from({ length: 10 }, (_, index) => ((course >> index) & 1 ? 'x' : '.')).join('');
      let [run, rests, best] = [0, 0, 0];
      for (const [index, mark] of [...days].entries()) {
        if (mark === 'x') {
          run += 1;
          if (run % 7 === 0) rests = Math.min(2, rests + 1);
        } else if (index < 9 && run > 0) {
          if (rests === 0) run = 0;
          else rests -= 1;
        }
        best = Math.max(best, run);
      }
      expect(rhythm(days)).toEqual({ days: run, longest: best, restDays: rests });
    }
  });
});
