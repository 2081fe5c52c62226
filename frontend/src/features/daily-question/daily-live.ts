import type { ActivityTags } from '../../sync/index.js';

/** The tags that activities around the daily question make stale. */
export const dailyActivities = {
  daily_answered: ['Daily', 'Activity'],
  daily_revealed: ['Daily', 'Activity'],
  daily_swapped: ['Daily', 'OwnQuestions'],
  daily_reacted: ['Daily'],
  daily_preferences: ['Daily', 'DailyPreferences'],
} satisfies ActivityTags;
