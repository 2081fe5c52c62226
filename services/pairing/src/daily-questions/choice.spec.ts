import { DAILY_CATEGORIES, DEFAULT_CATEGORIES, type DailyCategory, SENSITIVE_CATEGORIES } from '@duet/contracts';
import { addDays } from '../dates/calendar.js';
import { choose, poolsOf } from './choice.js';
import { LIBRARY } from './library/library.js';

const NOTHING = { asked: new Map<string, string>(), passed: new Map<string, string>(), never: new Set<string>() };

/** A couple's questions, day by day, as the service remembers them. */
function simulate(seed: string, days: number, a: readonly DailyCategory[], b: readonly DailyCategory[], swaps = false): { id: string; category: DailyCategory; day: string }[] {
  const course: { id: string; category: DailyCategory; day: string }[] = [];
  const passedOn: { id: string; day: string }[] = [];
  for (let index = 0; index < days; index += 1) {
    const day = addDays('2027-01-01', index);
    const from = addDays(day, -365);
    const recent = <Entry extends { day: string; id: string }>(entries: Entry[]) => new Map(entries.filter((entry) => entry.day >= from).map((entry) => [entry.id, entry.day]));
    const next = () => choose(LIBRARY, seed, poolsOf(a, b), { asked: recent(course), passed: recent(passedOn), never: new Set() });
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

describe('the choice of a question', () => {
  it('repeats none within 365 days, over two years, whatever the two like', () => {
    for (const [a, b] of [[DEFAULT_CATEGORIES, DEFAULT_CATEGORIES], [['fun', 'intimacy'], DAILY_CATEGORIES]] as const) {
      expect(repeatsWithinAYear(simulate('seed', 2 * 365 + 20, a, b))).toEqual([]);
    }
  });

  it('repeats none that was asked, though the two exchange one every day', () => {
    expect(repeatsWithinAYear(simulate('seed', 450, DEFAULT_CATEGORIES, DEFAULT_CATEGORIES, true))).toEqual([]);
  });

  it('asks what is sensitive only where both want it', () => {
    const sensitive = (a: readonly DailyCategory[], b: readonly DailyCategory[]): string[] =>
      [...new Set(simulate('seed', 150, a, b).map(({ category }) => category))].filter((category) => SENSITIVE_CATEGORIES.includes(category)).toSorted();
    expect(sensitive(DEFAULT_CATEGORIES, DEFAULT_CATEGORIES)).toEqual([]);
    expect(sensitive(DAILY_CATEGORIES, DEFAULT_CATEGORIES)).toEqual([]);
    expect(sensitive(DEFAULT_CATEGORIES, DAILY_CATEGORIES)).toEqual([]);
    expect(sensitive(['intimacy'], ['conflict'])).toEqual([]);
    expect(sensitive(['intimacy', 'fun'], DAILY_CATEGORIES)).toEqual(['intimacy']);
    expect(sensitive(DAILY_CATEGORIES, DAILY_CATEGORIES)).toEqual(['conflict', 'intimacy']);
  });

  it('begins with what both like, then what either does', () => {
    const course = simulate('seed', 130, ['fun', 'values'], ['fun', 'us']).map(({ category }) => category);
    const fun = LIBRARY.filter(({ category }) => category === 'fun').length;
    expect(new Set(course.slice(0, fun))).toEqual(new Set(['fun']));
    expect(new Set(course.slice(fun))).toEqual(new Set(['values', 'us']));
  });

  it('has an order of its own for each couple, always the same one', () => {
    const ids = (seed: string): string[] => simulate(seed, 20, DEFAULT_CATEGORIES, DEFAULT_CATEGORIES).map(({ id }) => id);
    expect(ids('a')).toEqual(ids('a'));
    expect(ids('a')).not.toEqual(ids('b'));
  });

  it('stays the same for a couple when questions are added', () => {
    const pools = poolsOf(DEFAULT_CATEGORIES, DEFAULT_CATEGORIES);
    const before = choose(LIBRARY.slice(0, 300), 'a', pools, NOTHING).id;
    expect([before, ...LIBRARY.slice(300).map(({ id }) => id)]).toContain(choose(LIBRARY, 'a', pools, NOTHING).id);
  });

  it('never brings back what the two threw out, and has something even when they threw out everything', () => {
    const ordinary = LIBRARY.filter(({ category }) => DEFAULT_CATEGORIES.includes(category));
    const never = new Set(ordinary.slice(1).map(({ id }) => id));
    expect(choose(LIBRARY, 'a', poolsOf(DEFAULT_CATEGORIES, DEFAULT_CATEGORIES), { ...NOTHING, never }).id).toBe(ordinary[0]?.id);
    const all = new Set(ordinary.map(({ id }) => id));
    expect(DEFAULT_CATEGORIES).toContain(choose(LIBRARY, 'a', poolsOf(DAILY_CATEGORIES, DEFAULT_CATEGORIES), { ...NOTHING, never: all }).category);
  });
});
