import { DEFAULT_SETTINGS } from './settings.js';
import type { PersonFact } from './views.js';

const { readReceipts, typing, online } = DEFAULT_SETTINGS.privacy;

/** What somebody shows who has never said anything about it. */
const UNSAID = { readReceipts, typing, online, unlisted: [] } satisfies Partial<PersonFact>;

/** A fact with everything in it: the stream still holds those of builds that told less. */
export const wholePerson = (fact: PersonFact): PersonFact => ({ ...UNSAID, ...fact });
