import type { ActivityTags } from '../../sync/index.js';

/** The tags that a mood makes stale; it may come from another device of the user. */
export const moodsActivities = {
  // A mood that is taken back takes its notification along.
  mood_changed: ['Moods', 'Notifications'],
} satisfies ActivityTags;
