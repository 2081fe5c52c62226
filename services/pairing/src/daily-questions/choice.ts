import { DAILY_CATEGORIES, type DailyCategory, SENSITIVE_CATEGORIES } from '@duet/contracts';
import type { DayKey } from './couple-days.js';
import type { LibraryQuestion } from './library/library.js';

const ORDINARY = DAILY_CATEGORIES.filter((category) => !SENSITIVE_CATEGORIES.includes(category));

/**
 * The category pools in the order of search: the categories of both members, then the ordinary ones of either, then all
 * ordinary ones. A sensitive category needs both, and the last pool always has a question.
 */
export function poolsOf(a: readonly DailyCategory[], b: readonly DailyCategory[]): DailyCategory[][] {
  const both = DAILY_CATEGORIES.filter((category) => a.includes(category) && b.includes(category));
  return [both, ORDINARY.filter((category) => a.includes(category) || b.includes(category)), ORDINARY];
}

/** The questions of a couple within the last 365 days, by library id, and those it excluded. */
export interface QuestionHistory {
  asked: ReadonlyMap<string, DayKey>;
  /** Shown and swapped for another one. */
  passed: ReadonlyMap<string, DayKey>;
  excluded: ReadonlySet<string>;
}

/** FNV-1a of the couple's seed and the id, with MurmurHash's finalizer, so that similar ids get distant places. */
function placeOf(seed: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${id}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The library in the couple's own order. New questions do not change the order of the others. */
function shuffled(library: readonly LibraryQuestion[], seed: string): LibraryQuestion[] {
  const placed = library.map((question) => ({ question, place: placeOf(seed, question.id) }));
  return placed
    .toSorted((a, b) => a.place - b.place || a.question.id.localeCompare(b.question.id))
    .map(({ question }) => question);
}

const longestAgo = (candidates: LibraryQuestion[], when: ReadonlyMap<string, DayKey>): LibraryQuestion | undefined =>
  candidates.toSorted((a, b) => (when.get(a.id) ?? '').localeCompare(when.get(b.id) ?? ''))[0];

/**
 * The next library question for a couple, none that it was asked within 365 days. When exclusions leave none, the
 * fallback is the question that was swapped longest ago, then the one that was asked longest ago.
 * @throws Error without any ordinary question in the library
 */
export function chooseQuestion(
  library: readonly LibraryQuestion[],
  seed: string,
  pools: readonly DailyCategory[][],
  { asked, passed, excluded }: QuestionHistory,
): LibraryQuestion {
  const order = shuffled(library, seed);
  const isFree = ({ id }: LibraryQuestion): boolean => !excluded.has(id) && !asked.has(id) && !passed.has(id);
  for (const pool of pools) {
    const next = order.find((question) => pool.includes(question.category) && isFree(question));
    if (next) return next;
  }
  const ordinary = order.filter(({ category }) => ORDINARY.includes(category));
  const wanted = ordinary.filter(({ id }) => !excluded.has(id));
  const last =
    longestAgo(
      wanted.filter(({ id }) => !asked.has(id)),
      passed,
    ) ??
    longestAgo(wanted, asked) ??
    longestAgo(ordinary, asked);
  if (!last) throw new Error('the library has no ordinary question');
  return last;
}
