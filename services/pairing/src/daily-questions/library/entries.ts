import type { DailyType } from '@duet/contracts';

/** An open question, or one with its type and its options. */
export type Entry = string | readonly [type: Exclude<DailyType, 'open'>, text: string, ...options: string[]];

/** By id. An id never changes and is never given to another question: couples' days refer to it. */
export type Entries = Readonly<Record<string, Entry>>;
