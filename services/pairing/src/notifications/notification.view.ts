import { type NoticeKind, type NotificationView, type ReminderSubject, TEXTS } from '@duet/contracts';
import type { Notification } from './notification.entity.js';

interface Wording {
  type: NotificationView['type'];
  message: (firstName: string) => string;
  /** The page that a click opens, where it depends on the entity as a function of its id. */
  link: string | ((entityId: string) => string);
}

const toGoal = (goal: string): string => `/challenges?${new URLSearchParams({ tab: 'goals', goal }).toString()}`;
const toStory = (story: string): string => `/challenges?${new URLSearchParams({ tab: 'stories', story }).toString()}`;
const toWish = (wish: string): string => `/challenges?${new URLSearchParams({ tab: 'wishes', wish }).toString()}`;
const toList = (list: string): string => `/challenges?${new URLSearchParams({ tab: 'lists', list }).toString()}`;
const toCapsule = (id: string): string => `/memories/${id}`;

const toChallenge = (id: string): string => `/challenges/${id}`;

const WORDINGS: Record<NoticeKind, Wording> = {
  request_received: { type: 'info', message: TEXTS.notice.requestReceived, link: '/dashboard' },
  partner_linked: { type: 'success', message: TEXTS.toast.partnerLinked, link: '/chat' },
  unlinked: { type: 'info', message: TEXTS.notice.unlinked, link: '/dashboard' },
  date_reminder: { type: 'info', message: () => TEXTS.notice.dateReminder, link: '/dashboard' },
  daily_question: { type: 'info', message: () => TEXTS.notice.dailyQuestion, link: '/dashboard' },
  daily_answered: { type: 'info', message: TEXTS.notice.dailyAnswered, link: '/dashboard' },
  daily_revealed: { type: 'success', message: TEXTS.notice.dailyRevealed, link: '/challenges' },
  capsule_created: { type: 'info', message: TEXTS.notice.capsuleCreated, link: toCapsule },
  capsule_sealed: { type: 'info', message: TEXTS.notice.capsuleSealed, link: toCapsule },
  capsule_ready: { type: 'success', message: () => TEXTS.notice.capsuleReady, link: toCapsule },
  capsule_date_proposed: { type: 'info', message: TEXTS.notice.capsuleDateProposed, link: toCapsule },
  capsule_opens_in_week: { type: 'info', message: () => TEXTS.notice.capsuleOpensInWeek, link: toCapsule },
  capsule_opens_tomorrow: { type: 'info', message: () => TEXTS.notice.capsuleOpensTomorrow, link: toCapsule },
  capsule_completed: { type: 'success', message: TEXTS.notice.capsuleCompleted, link: toCapsule },
  challenge_proposed: { type: 'info', message: TEXTS.notice.challengeProposed, link: toChallenge },
  challenge_accepted: { type: 'success', message: TEXTS.notice.challengeAccepted, link: toChallenge },
  challenge_due_tomorrow: { type: 'info', message: () => TEXTS.notice.challengeDueTomorrow, link: toChallenge },
  challenge_overdue: { type: 'info', message: () => TEXTS.notice.challengeOverdue, link: toChallenge },
  challenge_completed: { type: 'success', message: TEXTS.notice.challengeCompleted, link: toChallenge },
  restitution_ready: { type: 'info', message: () => TEXTS.notice.restitutionReady, link: '/settings' },
  goal_proposed: { type: 'info', message: TEXTS.notice.goalProposed, link: toGoal },
  goal_achieved: { type: 'success', message: TEXTS.notice.goalAchieved, link: toGoal },
  story_invited: { type: 'info', message: TEXTS.notice.storyInvited, link: toStory },
  story_waiting: { type: 'info', message: TEXTS.notice.storyWaiting, link: toStory },
  story_finished: { type: 'success', message: TEXTS.notice.storyFinished, link: toStory },
  wish_redeemed: { type: 'info', message: TEXTS.notice.wishRedeemed, link: toWish },
  list_created: { type: 'info', message: TEXTS.notice.listCreated, link: toList },
  nudge_thinking: { type: 'info', message: TEXTS.notice.nudgeThinking, link: '/partner' },
  nudge_miss: { type: 'info', message: TEXTS.notice.nudgeMiss, link: '/partner' },
  nudge_proud: { type: 'info', message: TEXTS.notice.nudgeProud, link: '/partner' },
  mood_shared: { type: 'info', message: TEXTS.notice.moodShared, link: '/partner' },
  nudge_goodnight: { type: 'info', message: TEXTS.notice.nudgeGoodnight, link: '/partner' },
};

type NotificationRow = Pick<Notification, 'id' | 'kind' | 'entityType' | 'entityId' | 'createdAt' | 'readAt'>;

const reminderSentence = (about: ReminderSubject): string =>
  'title' in about
    ? TEXTS.notice.dateNear(about.title, about.daysBefore)
    : TEXTS.notice.milestone(about.milestone, about.count);

/**
 * @param about first name of the person it is about; null once that account is deleted
 * @param reminder what a reminder names, where the person may see it
 */
export function notificationView(
  row: NotificationRow,
  about: string | null,
  reminder?: ReminderSubject,
): NotificationView {
  const { type, message, link } = WORDINGS[row.kind];
  return {
    id: row.id,
    type,
    message: reminder ? reminderSentence(reminder) : message(about ?? TEXTS.deletedPerson),
    words: { kind: row.kind, name: about, ...(reminder && { reminder }) },
    timestamp: row.createdAt.toISOString(),
    link: typeof link === 'string' ? link : link(row.entityId),
    entity: { type: row.entityType, id: row.entityId },
    readAt: row.readAt?.toISOString() ?? null,
  };
}
