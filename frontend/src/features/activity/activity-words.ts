import type { ActivityView } from '@duet/contracts';
import type { NamedPerson, CoupleNames } from '../../platform/account/names.js';
import { listOf, t } from '../../texts/index.js';

/** The changed fields of a profile, as those of the reader or of the other. */
const FIELDS: Record<string, (by: NamedPerson['by']) => string> = {
  name: (by) => t('activity.fieldName', { by }),
  username: (by) => t('activity.fieldUsername', { by }),
  email: (by) => t('activity.fieldEmail', { by }),
};

type Describe = (actor: NamedPerson, activity: ActivityView) => string;

const DESCRIPTIONS: Record<string, Describe> = {
  linked: () => t('activity.linked'),
  unlinked: () => t('activity.unlinked'),
  avatar_changed: (by) => t('activity.avatarChanged', by),
  timezone_changed: (by) => t('activity.timezoneChanged', by),
  together_since_changed: (by) => t('activity.togetherSinceChanged', by),
  daily_answered: (by) => t('activity.dailyAnswered', by),
  daily_revealed: () => t('activity.dailyRevealed'),
  date_added: (by) => t('activity.dateAdded', by),
  capsule_created: (by) => t('activity.capsuleCreated', by),
  capsule_sealed: (by) => t('activity.capsuleSealed', by),
  capsule_opened: () => t('activity.capsuleOpened'),
  capsule_kept: (by) => t('activity.capsuleKept', by),
  challenge_proposed: (by) => t('activity.challengeProposed', by),
  challenge_accepted: (by) => t('activity.challengeAccepted', by),
  challenge_completed: () => t('activity.challengeCompleted'),
  goal_proposed: (by) => t('activity.goalProposed', by),
  goal_achieved: (by) => t('activity.goalAchieved', by),
  story_invited: (by) => t('activity.storyInvited', by),
  story_finished: () => t('activity.storyFinished'),
  wish_redeemed: (by) => t('activity.wishRedeemed', by),
  wish_fulfilled: () => t('activity.wishFulfilled'),
  list_created: (by) => t('activity.listCreated', by),
  nudge: (by) => t('activity.nudge', by),
  profile_updated: (actor, { changed = [] }) => {
    const { by } = actor;
    const fields = changed.flatMap((field) => FIELDS[field]?.(by) ?? []);
    return t('activity.profileUpdated', { ...actor, fields: listOf(fields) || t('activity.fieldProfile', { by }) });
  },
};

/** The page of what an activity is about; null without one. */
export function activityLink({ entity: { type, id } }: ActivityView): string | null {
  if (type === 'goal') return `/challenges?${new URLSearchParams({ tab: 'goals', goal: id }).toString()}`;
  if (type === 'story') return `/challenges?${new URLSearchParams({ tab: 'stories', story: id }).toString()}`;
  if (type === 'wish') return `/challenges?${new URLSearchParams({ tab: 'wishes', wish: id }).toString()}`;
  if (type === 'list') return `/challenges?${new URLSearchParams({ tab: 'lists', list: id }).toString()}`;
  if (type === 'nudge') return '/partner';
  if (type === 'capsule') return `/memories/${id}`;
  return type === 'challenge' ? `/challenges/${id}` : null;
}

/** The one who acted: under the name that the reader knows, or, if it is no longer one of the two, under its own. */
export function actorIn({ by }: ActivityView, { self, partnerId, actorOf }: CoupleNames): NamedPerson {
  if (by === undefined) return { by: 'other', name: t('activity.somebody') };
  return by._id === self || by._id === partnerId ? actorOf(by._id) : { by: 'other', name: by.firstName };
}

/** An activity in words; null for a kind that only a newer build knows. */
export function activityWords(activity: ActivityView, actor: NamedPerson): string | null {
  return DESCRIPTIONS[activity.kind]?.(actor, activity) ?? null;
}
