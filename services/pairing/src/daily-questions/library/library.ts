import type { DailyCategory, DailyType } from '@duet/contracts';
import { CONFLICT } from './conflict.js';
import { DREAMS } from './dreams.js';
import type { Entries } from './entries.js';
import { EVERYDAY } from './everyday.js';
import { FUN } from './fun.js';
import { GRATITUDE } from './gratitude.js';
import { INTIMACY } from './intimacy.js';
import { MEMORIES } from './memories.js';
import { US } from './us.js';
import { VALUES } from './values.js';

/** A question of the library. */
export interface LibraryQuestion {
  id: string;
  category: DailyCategory;
  type: DailyType;
  text: string;
  options: string[];
}

const BY_CATEGORY: Record<DailyCategory, Entries> = {
  everyday: EVERYDAY,
  memories: MEMORIES,
  dreams: DREAMS,
  us: US,
  fun: FUN,
  values: VALUES,
  gratitude: GRATITUDE,
  intimacy: INTIMACY,
  conflict: CONFLICT,
};

const questionsOf = (category: DailyCategory, entries: Entries): LibraryQuestion[] =>
  Object.entries(entries).map(([id, entry]) => {
    if (typeof entry === 'string') return { id, category, type: 'open', text: entry, options: [] };
    const [type, text, ...options] = entry;
    return { id, category, type, text, options };
  });

const isCategory = (name: string): name is DailyCategory => Object.hasOwn(BY_CATEGORY, name);

/** All questions of the library. */
export const LIBRARY: readonly LibraryQuestion[] = Object.keys(BY_CATEGORY)
  .filter(isCategory)
  .flatMap((category) => questionsOf(category, BY_CATEGORY[category]));
