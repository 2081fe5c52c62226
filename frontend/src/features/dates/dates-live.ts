import type { ActivityTags } from '../../sync/index.js';

/** The tags that changes of dates make stale. */
export const datesActivities = {
  date_added: ['Dates', 'Activity'],
  // Reminders show the title of the date, which may have changed.
  date_changed: ['Dates', 'Activity', 'Notifications'],
} satisfies ActivityTags;
