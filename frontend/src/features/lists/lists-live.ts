import type { ActivityTags } from '../../sync/index.js';

/** The tags that changes of lists make stale. An open list catches up from the rev that it knows. */
export const listsActivities = {
  list_created: ['Lists', 'Activity'],
  list_changed: ['Lists'],
} satisfies ActivityTags;
