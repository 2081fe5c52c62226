import type { ActivityView } from '@duet/contracts';

const WHAT: Record<string, string> = { name: 'name', username: 'username', email: 'email address' };

const list = new Intl.ListFormat('en', { type: 'conjunction' });

type Tell = (who: string, whose: string, activity: ActivityView) => string;

const TELLS: Record<string, Tell> = {
  linked: () => 'You two are linked',
  unlinked: () => 'You two were no longer linked',
  avatar_changed: (who, whose) => `${who} changed ${whose} picture`,
  timezone_changed: (who) => `${who} changed the time zone you share`,
  together_since_changed: (who) => `${who} changed the day you two count from`,
  daily_answered: (who) => `${who} answered the daily question`,
  daily_revealed: () => 'You two answered the daily question',
  date_added: (who) => `${who} added an important date`,
  profile_updated: (who, whose, { changed = [] }) => `${who} changed ${whose} ${list.format(changed.flatMap((what) => WHAT[what] ?? [])) || 'profile'}`,
};

/** What happened, as the person `me` reads it; null for what only a newer version of this page can tell. */
export function activityWords(activity: ActivityView, me: string | undefined): string | null {
  const mine = activity.by !== undefined && activity.by._id === me;
  return TELLS[activity.kind]?.(mine ? 'You' : (activity.by?.firstName ?? 'Somebody'), mine ? 'your' : 'their', activity) ?? null;
}
