import type { NotificationKind } from './settings.js';

/** The notices of pairing, and the kind of the settings that decides their channels. */
export const NOTICES = {
  request_received: 'partner',
  partner_linked: 'partner',
  unlinked: 'partner',
  date_reminder: 'reminders',
  daily_question: 'dailyQuestion',
  daily_answered: 'dailyQuestion',
  daily_revealed: 'dailyQuestion',
  capsule_created: 'memories',
  capsule_sealed: 'memories',
  capsule_ready: 'memories',
  capsule_date_proposed: 'memories',
  capsule_opens_in_week: 'memories',
  capsule_opens_tomorrow: 'memories',
  capsule_completed: 'memories',
  challenge_proposed: 'challenges',
  challenge_accepted: 'challenges',
  challenge_due_tomorrow: 'challenges',
  challenge_overdue: 'challenges',
  challenge_completed: 'challenges',
  restitution_ready: 'memories',
  goal_proposed: 'goals',
  goal_achieved: 'goals',
  story_invited: 'stories',
  story_waiting: 'stories',
  story_finished: 'stories',
  wish_redeemed: 'challenges',
  list_created: 'lists',
  nudge_thinking: 'gestures',
  nudge_miss: 'gestures',
  nudge_proud: 'gestures',
  nudge_goodnight: 'gestures',
  mood_shared: 'gestures',
} as const satisfies Record<string, NotificationKind>;

export type NoticeKind = keyof typeof NOTICES;
