import { DAILY_CATEGORIES, DEFAULT_CATEGORIES, type DailyCategory, SENSITIVE_CATEGORIES } from '@duet/contracts';
import { addDays } from '../calendar/days.js';
import { chooseQuestion, poolsOf } from './choice.js';
import { LIBRARY } from './library/library.js';

const NOTHING = { asked: new Map<string, string>(), passed: new Map<string, string>(), excluded: new Set<string>() };

/** A couple's questions, day by day, with the history that the service would read. */
function simulate(
  seed: string,
  days: number,
  a: readonly DailyCategory[],
  b: readonly DailyCategory[],
  swaps = false,
): { id: string; category: DailyCategory; day: string }[] {
  const course: { id: string; category: DailyCategory; day: string }[] = [];
  const passedOn: { id: string; day: string }[] = [];
  for (let index = 0; index < days; index += 1) {
    const day = addDays('2027-01-01', index);
    const from = addDays(day, -365);
    const recent = <Entry extends { day: string; id: string }>(entries: Entry[]) =>
      new Map(entries.filter((entry) => entry.day >= from).map((entry) => [entry.id, entry.day]));
    const next = () =>
      chooseQuestion(LIBRARY, seed, poolsOf(a, b), {
        asked: recent(course),
        passed: recent(passedOn),
        excluded: new Set(),
      });
    if (swaps) passedOn.push({ id: next().id, day });
    const { id, category } = next();
    course.push({ id, category, day });
  }
  return course;
}

const repeatsWithinAYear = (course: { id: string; day: string }[]): string[] => {
  const last = new Map<string, string>();
  return course.flatMap(({ id, day }) => {
    const before = last.get(id);
    last.set(id, day);
    return before !== undefined && day <= addDays(before, 365) ? [id] : [];
  });
};

describe('chooseQuestion', () => {
  it('repeats no question within 365 days over two years, for any categories', () => {
    for (const [a, b] of [
      [DEFAULT_CATEGORIES, DEFAULT_CATEGORIES],
      [['fun', 'intimacy'], DAILY_CATEGORIES],
    ] as const) {
      expect(repeatsWithinAYear(simulate('seed', 2 * 365 + 20, a, b))).toEqual([]);
    }
  });

  it('repeats no asked question, even with a swap every day', () => {
    expect(repeatsWithinAYear(simulate('seed', 450, DEFAULT_CATEGORIES, DEFAULT_CATEGORIES, true))).toEqual([]);
  });

  it('asks sensitive categories only when both members chose them', () => {
    const sensitive = (a: readonly DailyCategory[], b: readonly DailyCategory[]): string[] =>
      [...new Set(simulate('seed', 150, a, b).map(({ category }) => category))]
        .filter((category) => SENSITIVE_CATEGORIES.includes(category))
        .toSorted();
    expect(sensitive(DEFAULT_CATEGORIES, DEFAULT_CATEGORIES)).toEqual([]);
    expect(sensitive(DAILY_CATEGORIES, DEFAULT_CATEGORIES)).toEqual([]);
    expect(sensitive(DEFAULT_CATEGORIES, DAILY_CATEGORIES)).toEqual([]);
    expect(sensitive(['intimacy'], ['conflict'])).toEqual([]);
    expect(sensitive(['intimacy', 'fun'], DAILY_CATEGORIES)).toEqual(['intimacy']);
    expect(sensitive(DAILY_CATEGORIES, DAILY_CATEGORIES)).toEqual(['conflict', 'intimacy']);
  });

  it('takes the categories of both members first, then those of one', () => {
    const course = simulate('seed', 130, ['fun', 'values'], ['fun', 'us']).map(({ category }) => category);
    const fun = LIBRARY.filter(({ category }) => category === 'fun').length;
    expect(new Set(course.slice(0, fun))).toEqual(new Set(['fun']));
    expect(new Set(course.slice(fun))).toEqual(new Set(['values', 'us']));
  });

  it('gives each couple its own stable order', () => {
    const ids = (seed: string): string[] =>
      simulate(seed, 20, DEFAULT_CATEGORIES, DEFAULT_CATEGORIES).map(({ id }) => id);
    expect(ids('a')).toEqual(ids('a'));
    expect(ids('a')).not.toEqual(ids('b'));
  });

  it('keeps a couple’s order when questions are added', () => {
    const pools = poolsOf(DEFAULT_CATEGORIES, DEFAULT_CATEGORIES);
    const before = chooseQuestion(LIBRARY.slice(0, 300), 'a', pools, NOTHING).id;
    expect([before, ...LIBRARY.slice(300).map(({ id }) => id)]).toContain(
      chooseQuestion(LIBRARY, 'a', pools, NOTHING).id,
    );
  });

  it('never returns an excluded question, unless all are excluded', () => {
    const ordinary = LIBRARY.filter(({ category }) => DEFAULT_CATEGORIES.includes(category));
    const excluded = new Set(ordinary.slice(1).map(({ id }) => id));
    expect(
      chooseQuestion(LIBRARY, 'a', poolsOf(DEFAULT_CATEGORIES, DEFAULT_CATEGORIES), { ...NOTHING, excluded }).id,
    ).toBe(ordinary[0]?.id);
    const all = new Set(ordinary.map(({ id }) => id));
    expect(DEFAULT_CATEGORIES).toContain(
      chooseQuestion(LIBRARY, 'a', poolsOf(DAILY_CATEGORIES, DEFAULT_CATEGORIES), { ...NOTHING, excluded: all })
        .category,
    );
  });
});
