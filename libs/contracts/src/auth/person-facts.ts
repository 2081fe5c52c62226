import { DEFAULT_SETTINGS } from './settings.js';
import type { PersonFact } from './views.js';

const { readReceipts, typing, online, linkPreviews, disappearingDefault } = DEFAULT_SETTINGS.privacy;
const { dailyQuestionTime } = DEFAULT_SETTINGS.notifications;

/** What counts for somebody who has never said anything about it. */
const UNSAID = { readReceipts, typing, online, linkPreviews, disappearingDefault, unlisted: [], dailyQuestionTime } satisfies Partial<PersonFact>;

/** A fact with everything in it: the stream still holds those of builds that told less. */
export const wholePerson = (fact: PersonFact): PersonFact => ({ ...UNSAID, ...fact });
