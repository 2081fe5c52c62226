import { addDays } from '../calendar/days.js';
import { type Pause, rhythmOf } from './rhythm.js';

const FIRST = '2027-01-01';

/** One character per day, today last: `x` both answered, `.` not, `h` holiday, `H` holiday that both answered. */
function rhythm(days: string) {
  const keys = [...days].map((_, index) => addDays(FIRST, index));
  const on = (marks: string): string[] => keys.filter((_, index) => marks.includes(days[index] ?? ''));
  const pauses: Pause[] = on('hH').map((key) => ({ from: key, to: key }));
  return rhythmOf(on('xH'), pauses, keys.at(-1) ?? FIRST);
}

const WEEK = 'xxxxxxx';

describe('rhythmOf', () => {
  it.each([
    ['no day', '.', 0, 0, 0],
    ['no answer for five days', '.....', 0, 0, 0],
    ['today only', 'x', 1, 1, 0],
    ['yesterday, with today still open', 'x.', 1, 1, 0],
    ['the day before yesterday only', 'x..', 0, 1, 0],
    ['two days', 'xx', 2, 2, 0],
    ['six days earn nothing', 'xxxxxx', 6, 6, 0],
    ['seven days earn a rest day', WEEK, 7, 7, 1],
    ['a rest day covers one missed day and adds nothing', `${WEEK}.x`, 8, 8, 0],
    ['a rest day covers only one missed day', `${WEEK}..x`, 1, 7, 0],
    ['a missed yesterday uses the rest day', `${WEEK}..`, 7, 7, 0],
    ['a second missed day ends the rhythm', `${WEEK}...`, 0, 7, 0],
    ['fourteen days earn two rest days', WEEK + WEEK, 14, 14, 2],
    ['twenty-one days earn no third rest day', WEEK + WEEK + WEEK, 21, 21, 2],
    ['two rest days cover two missed days', `${WEEK}${WEEK}..x`, 15, 15, 0],
    ['two rest days do not cover three missed days', `${WEEK}${WEEK}...x`, 1, 14, 0],
    ['a used rest day is earned again', `${WEEK}.${WEEK}.x`, 15, 15, 0],
    ['a covered day does not count towards the next rest day', `${WEEK}.xxxxxx`, 13, 13, 0],
    ['the end of a rhythm discards its rest days', `${WEEK}${WEEK}....xx.x`, 1, 14, 0],
    ['the longest rhythm stays', `xxxxx..xx`, 2, 5, 0],
    ['a gap without a rest day', 'x.x', 1, 1, 0],
  ])('%s: %s', (_what, days, now, longest, restDays) => {
    expect(rhythm(days)).toEqual({ days: now, longest, restDays });
  });

  it.each([
    ['a holiday neither ends the rhythm nor adds to it', 'xxxhhhhhx', 4, 4, 0],
    ['a holiday uses no rest day', `${WEEK}hhhx`, 8, 8, 1],
    ['the days after a holiday count again', 'xxxhh..', 0, 3, 0],
    ['answered days of a holiday count', 'xxHHx', 5, 5, 0],
    ['today is a holiday', 'xxh', 2, 2, 0],
    ['a rhythm begins in a holiday', 'hHx', 2, 2, 0],
  ])('%s: %s', (_what, days, now, longest, restDays) => {
    expect(rhythm(days)).toEqual({ days: now, longest, restDays });
  });

  it('counts a late answer for its own day', () => {
    const broken = rhythmOf(['2027-01-01', '2027-01-02', '2027-01-05'], [], '2027-01-05');
    const mended = rhythmOf(['2027-01-05', '2027-01-04', '2027-01-02', '2027-01-03', '2027-01-01'], [], '2027-01-05');
    expect([broken.days, mended.days]).toEqual([1, 5]);
  });

  it('ignores days after today', () => {
    expect(rhythmOf(['2027-01-01'], [{ from: '2027-01-02', to: '2027-01-31' }], '2027-01-03')).toEqual({
      days: 1,
      longest: 1,
      restDays: 0,
    });
    expect(rhythmOf([], [{ from: '2027-02-01', to: '2027-02-03' }], '2027-01-03')).toEqual({
      days: 0,
      longest: 0,
      restDays: 0,
    });
  });

  it('counts across New Year and a leap day', () => {
    expect(rhythmOf(['2027-12-31', '2028-01-01'], [], '2028-01-01').days).toBe(2);
    expect(rhythmOf(['2028-02-28', '2028-02-29', '2028-03-01'], [], '2028-03-01').days).toBe(3);
  });

  it('agrees with a second implementation for all histories of ten days', () => {
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
