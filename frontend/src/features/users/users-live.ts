import type { ActivityTags } from '../../sync/index.js';

/** The tags that a changed profile makes stale: the partner's, or the user's own from another device. */
export const profileActivities = {
  avatar_changed: ['Partner', 'Activity'],
  profile_updated: ['Partner', 'Activity'],
} satisfies ActivityTags;
