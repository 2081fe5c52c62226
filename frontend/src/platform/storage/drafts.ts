/** The prefix of every unsent text in this browser. A user who signs out on purpose leaves none behind. */
export const DRAFT_PREFIX = 'duet-draft ';
