import { DEFAULT_SETTINGS } from './settings.js';
import type { PersonSnapshot } from './views.js';

const { readReceipts, typing, online, lastSeen, linkPreviews, disappearingDefault } = DEFAULT_SETTINGS.privacy;
const { dailyQuestionTime } = DEFAULT_SETTINGS.notifications;

/** The defaults of a person who has never changed these settings. */
const UNSAID = {
  readReceipts,
  typing,
  online,
  lastSeen,
  linkPreviews,
  disappearingDefault,
  unlisted: [],
  dailyQuestionTime,
  hiddenParts: [],
} satisfies Partial<PersonSnapshot>;

/** Completes a snapshot: the stream still contains events of builds with fewer fields. */
export const wholePerson = (snapshot: PersonSnapshot): PersonSnapshot => ({ ...UNSAID, ...snapshot });
