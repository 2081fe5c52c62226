import type { DailyType } from '@duet/contracts';

/** An open question, or another type with its text and options. */
export type Entry = string | readonly [type: Exclude<DailyType, 'open'>, text: string, ...options: string[]];

/** By id. Never change an id or reuse it: stored days refer to it. */
export type Entries = Readonly<Record<string, Entry>>;
