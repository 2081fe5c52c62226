import { DAILY_CATEGORIES, type DailyCategory, SENSITIVE_CATEGORIES } from '@duet/contracts';
import type { DayKey } from './couple-days.js';
import type { LibraryQuestion } from './library/library.js';

const ORDINARY = DAILY_CATEGORIES.filter((category) => !SENSITIVE_CATEGORIES.includes(category));

/**
 * Where to look first, and where then. What both like comes first, with a sensitive category only where both have it
 * on; when that has run out, what either likes; then whatever is not sensitive, so that there is a question on any day.
 */
export function poolsOf(a: readonly DailyCategory[], b: readonly DailyCategory[]): DailyCategory[][] {
  const both = DAILY_CATEGORIES.filter((category) => a.includes(category) && b.includes(category));
  return [both, ORDINARY.filter((category) => a.includes(category) || b.includes(category)), ORDINARY];
}

/** What a couple has had within the last 365 days, by the library's ids, and what it never wants. */
export interface Had {
  asked: ReadonlyMap<string, DayKey>;
  /** Shown and exchanged for another one. */
  passed: ReadonlyMap<string, DayKey>;
  never: ReadonlySet<string>;
}

/** FNV-1a over the couple's seed and the id, mixed at the end (as MurmurHash does) so that neighbouring ids lie far apart. */
function placeOf(seed: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${id}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The library in the couple's own order, which stays when questions are added. */
function shuffled(library: readonly LibraryQuestion[], seed: string): LibraryQuestion[] {
  const placed = library.map((question) => ({ question, place: placeOf(seed, question.id) }));
  return placed.toSorted((a, b) => a.place - b.place || a.question.id.localeCompare(b.question.id)).map(({ question }) => question);
}

const longestAgo = (candidates: LibraryQuestion[], when: ReadonlyMap<string, DayKey>): LibraryQuestion | undefined =>
  candidates.toSorted((a, b) => (when.get(a.id) ?? '').localeCompare(when.get(b.id) ?? ''))[0];

/**
 * The next of the app's questions for a couple. What was asked within the last 365 days is not among them: there are
 * more ordinary questions than days in a year. Only when the two have thrown out so many that none is left, the one that
 * was passed over longest ago comes, then the one that was asked longest ago.
 * @throws Error without any ordinary question in the library
 */
export function choose(library: readonly LibraryQuestion[], seed: string, pools: readonly DailyCategory[][], { asked, passed, never }: Had): LibraryQuestion {
  const order = shuffled(library, seed);
  const isFree = ({ id }: LibraryQuestion): boolean => !never.has(id) && !asked.has(id) && !passed.has(id);
  for (const pool of pools) {
    const next = order.find((question) => pool.includes(question.category) && isFree(question));
    if (next) return next;
  }
  const ordinary = order.filter(({ category }) => ORDINARY.includes(category));
  const wanted = ordinary.filter(({ id }) => !never.has(id));
  const last = longestAgo(wanted.filter(({ id }) => !asked.has(id)), passed) ?? longestAgo(wanted, asked) ?? longestAgo(ordinary, asked);
  if (!last) throw new Error('the library has no ordinary question');
  return last;
}
