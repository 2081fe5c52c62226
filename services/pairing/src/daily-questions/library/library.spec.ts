import { DAILY_CATEGORIES, LIMITS, OPTIONS_OF, SENSITIVE_CATEGORIES } from '@duet/contracts';
import { LIBRARY } from './library.js';

const count = <Key>(keys: readonly Key[]): Map<Key, number> => {
  const counted = new Map<Key, number>();
  for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1);
  return counted;
};

const repeated = (keys: readonly string[]): string[] =>
  [...count(keys)].flatMap(([key, times]) => (times > 1 ? key : []));

describe('LIBRARY', () => {
  it('has more ordinary questions than a year has days, so that none repeats within a year', () => {
    expect(LIBRARY.filter(({ category }) => !SENSITIVE_CATEGORIES.includes(category)).length).toBeGreaterThan(
      LIMITS.dailyRepeatDays + 1,
    );
    expect(LIBRARY.length).toBeGreaterThanOrEqual(400);
  });

  it('has enough questions of each category and each answer type', () => {
    const [categories, types] = [
      count(LIBRARY.map(({ category }) => category)),
      count(LIBRARY.map(({ type }) => type)),
    ];
    for (const category of DAILY_CATEGORIES)
      expect(categories.get(category)).toBeGreaterThanOrEqual(SENSITIVE_CATEGORIES.includes(category) ? 25 : 50);
    for (const type of ['open', 'single', 'scale', 'this_or_that', 'guess'] as const)
      expect(types.get(type)).toBeGreaterThanOrEqual(30);
  });

  it('has unique ids and texts', () => {
    expect(repeated(LIBRARY.map(({ id }) => id))).toEqual([]);
    expect(repeated(LIBRARY.map(({ text }) => text.toLowerCase()))).toEqual([]);
  });

  it.each(LIBRARY.map((question) => [question.id, question] as const))(
    'has a valid question %s',
    (_, { text, type, options, id }) => {
      expect(id).toMatch(/^[a-z]\d{2}$/);
      expect(text.length).toBeLessThanOrEqual(120);
      expect(text).toMatch(/^[A-Z].*[?.]$/);
      const [least, most] = OPTIONS_OF[type];
      expect(options.length).toBeGreaterThanOrEqual(least);
      expect(options.length).toBeLessThanOrEqual(most);
      expect(repeated(options)).toEqual([]);
      for (const option of options) expect(option).toMatch(/^[A-Z].{0,39}$/);
    },
  );
});
