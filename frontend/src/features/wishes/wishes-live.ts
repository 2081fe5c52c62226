import type { ActivityTags } from '../../sync/index.js';

/** The tags that changes of wishes make stale. */
export const wishesActivities = {
  wish_redeemed: ['Wishes', 'Activity'],
  wish_fulfilled: ['Wishes', 'Activity'],
  wish_changed: ['Wishes'],
} satisfies ActivityTags;
