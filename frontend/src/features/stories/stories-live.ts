import type { ActivityTags } from '../../sync/index.js';

/** The tags that changes of stories make stale. */
export const storiesActivities = {
  story_invited: ['Stories', 'Activity'],
  story_finished: ['Stories', 'Activity'],
  story_changed: ['Stories'],
  story_waiting: ['Stories'],
  story_advanced: ['Stories'],
} satisfies ActivityTags;
