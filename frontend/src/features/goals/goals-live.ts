import type { ActivityTags } from '../../sync/index.js';

/** The tags that changes of goals make stale. */
export const goalsActivities = {
  goal_proposed: ['Goals', 'Activity'],
  goal_achieved: ['Goals', 'Activity'],
  goal_changed: ['Goals'],
  goal_progressed: ['Goals'],
  goal_cheered: ['Goals'],
} satisfies ActivityTags;
