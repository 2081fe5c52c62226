import type { ActivityTags } from '../../sync/index.js';

/** The tags that a nudge makes stale; it may come from another device of the user. */
export const nudgesActivities = {
  nudge: ['Nudges', 'Activity'],
} satisfies ActivityTags;
