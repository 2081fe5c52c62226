import { createHash } from 'node:crypto';
import { NOTICES, type NoticeIssued, type NoticeKind } from '@duet/contracts';
import { type NamedTextKey, type PlainTextKey, type Texts } from '../texts/index.js';
import type { User } from '../users/user.entity.js';
import { settingsOf } from '../users/user.view.js';
import type { MailContent } from './mail-template.js';

interface NoticeTexts {
  subject: NamedTextKey;
  body: NamedTextKey;
  /** `pathTo` is the path of the notice's entity, if it has one. */
  action: { label: PlainTextKey; path: string; pathTo?: (id: string) => string };
}

const capsuleTexts = (subject: NamedTextKey, body: NamedTextKey): NoticeTexts => ({
  subject,
  body,
  action: { label: 'mails.capsuleAction', path: '/memories', pathTo: (id) => `/memories/${id}` },
});

const challengeTexts = (subject: NamedTextKey, body: NamedTextKey): NoticeTexts => ({
  subject,
  body,
  action: { label: 'mails.challengeAction', path: '/challenges', pathTo: (id) => `/challenges/${id}` },
});

const goalTexts = (subject: NamedTextKey, body: NamedTextKey): NoticeTexts => ({
  subject,
  body,
  action: {
    label: 'mails.goalAction',
    path: '/challenges?tab=goals',
    pathTo: (id) => `/challenges?tab=goals&goal=${id}`,
  },
});

const storyTexts = (subject: NamedTextKey, body: NamedTextKey): NoticeTexts => ({
  subject,
  body,
  action: {
    label: 'mails.storyAction',
    path: '/challenges?tab=stories',
    pathTo: (id) => `/challenges?tab=stories&story=${id}`,
  },
});

const nudgeTexts = (subject: NamedTextKey): NoticeTexts => ({
  subject,
  body: 'mails.nudgeBody',
  action: { label: 'mails.nudgeAction', path: '/partner' },
});

const wishTexts = (subject: NamedTextKey, body: NamedTextKey): NoticeTexts => ({
  subject,
  body,
  action: {
    label: 'mails.wishAction',
    path: '/challenges?tab=wishes',
    pathTo: (id) => `/challenges?tab=wishes&wish=${id}`,
  },
});

const NOTICE_TEXTS: Record<NoticeKind, NoticeTexts> = {
  request_received: {
    subject: 'notices.requestReceived',
    body: 'mails.requestReceivedBody',
    action: { label: 'mails.requestReceivedAction', path: '/dashboard' },
  },
  partner_linked: {
    subject: 'notices.partnerLinked',
    body: 'mails.partnerLinkedBody',
    action: { label: 'mails.partnerLinkedAction', path: '/chat' },
  },
  unlinked: {
    subject: 'notices.unlinked',
    body: 'mails.unlinkedBody',
    action: { label: 'mails.unlinkedAction', path: '/settings' },
  },
  date_reminder: {
    subject: 'notices.dateReminder',
    body: 'mails.dateReminderBody',
    action: { label: 'mails.dateReminderAction', path: '/dashboard' },
  },
  daily_question: {
    subject: 'notices.dailyQuestion',
    body: 'mails.dailyQuestionBody',
    action: { label: 'mails.dailyQuestionAction', path: '/dashboard' },
  },
  daily_answered: {
    subject: 'notices.dailyAnswered',
    body: 'mails.dailyAnsweredBody',
    action: { label: 'mails.dailyAnsweredAction', path: '/dashboard' },
  },
  daily_revealed: {
    subject: 'notices.dailyRevealed',
    body: 'mails.dailyRevealedBody',
    action: { label: 'mails.dailyRevealedAction', path: '/challenges' },
  },
  capsule_created: capsuleTexts('notices.capsuleCreated', 'mails.capsuleCreatedBody'),
  capsule_sealed: capsuleTexts('notices.capsuleSealed', 'mails.capsuleSealedBody'),
  capsule_ready: capsuleTexts('notices.capsuleReady', 'mails.capsuleReadyBody'),
  capsule_date_proposed: capsuleTexts('notices.capsuleDateProposed', 'mails.capsuleDateProposedBody'),
  capsule_opens_in_week: capsuleTexts('notices.capsuleOpensInWeek', 'mails.capsuleOpensInWeekBody'),
  capsule_opens_tomorrow: capsuleTexts('notices.capsuleOpensTomorrow', 'mails.capsuleOpensTomorrowBody'),
  capsule_completed: capsuleTexts('notices.capsuleCompleted', 'mails.capsuleCompletedBody'),
  challenge_proposed: challengeTexts('notices.challengeProposed', 'mails.challengeProposedBody'),
  challenge_accepted: challengeTexts('notices.challengeAccepted', 'mails.challengeAcceptedBody'),
  challenge_due_tomorrow: challengeTexts('notices.challengeDueTomorrow', 'mails.challengeDueTomorrowBody'),
  challenge_overdue: challengeTexts('notices.challengeOverdue', 'mails.challengeOverdueBody'),
  challenge_completed: challengeTexts('notices.challengeCompleted', 'mails.challengeCompletedBody'),
  restitution_ready: {
    subject: 'notices.restitutionReady',
    body: 'mails.restitutionReadyBody',
    action: { label: 'mails.restitutionReadyAction', path: '/settings' },
  },
  goal_proposed: goalTexts('notices.goalProposed', 'mails.goalProposedBody'),
  goal_achieved: goalTexts('notices.goalAchieved', 'mails.goalAchievedBody'),
  story_invited: storyTexts('notices.storyInvited', 'mails.storyInvitedBody'),
  story_waiting: storyTexts('notices.storyWaiting', 'mails.storyWaitingBody'),
  story_finished: storyTexts('notices.storyFinished', 'mails.storyFinishedBody'),
  wish_redeemed: wishTexts('notices.wishRedeemed', 'mails.wishRedeemedBody'),
  list_created: {
    subject: 'notices.listCreated',
    body: 'mails.listCreatedBody',
    action: {
      label: 'mails.listAction',
      path: '/challenges?tab=lists',
      pathTo: (id) => `/challenges?tab=lists&list=${id}`,
    },
  },
  nudge_thinking: nudgeTexts('notices.nudgeThinking'),
  nudge_miss: nudgeTexts('notices.nudgeMiss'),
  nudge_proud: nudgeTexts('notices.nudgeProud'),
  nudge_goodnight: nudgeTexts('notices.nudgeGoodnight'),
  mood_shared: {
    subject: 'notices.moodShared',
    body: 'mails.moodSharedBody',
    action: { label: 'mails.moodSharedAction', path: '/partner' },
  },
};

/** 16 bits of a hash: enough to notice a changed first name, too few to reveal it. */
const fingerprintOf = (firstName: string): string => createHash('sha256').update(firstName).digest('hex').slice(0, 4);

/** A queued notice. It has a fingerprint of the person's name, because the name itself would outlive the account. */
export interface QueuedNotice {
  notice: NoticeKind;
  aboutId: string | null;
  /** The fingerprint of the first name when the notice was queued. */
  trace: string | null;
  /** The entity that its link opens. */
  entityId?: string;
}

export function queuedNotice(
  { notice, entity }: NoticeIssued,
  about: Pick<User, 'id' | 'firstName'> | null,
): QueuedNotice {
  const opened = NOTICE_TEXTS[notice].action.pathTo ? entity?.id : undefined;
  const trace = about && fingerprintOf(about.firstName);
  return { notice, aboutId: about?.id ?? null, trace, ...(opened && { entityId: opened }) };
}

/** Equal for two notices with the same text and link. */
export const noticeKey = ({ notice, aboutId, trace, entityId }: QueuedNotice): string =>
  [notice, aboutId ?? '', ...(trace ? [trace] : []), ...(entityId ? [entityId] : [])].join(':');

/** An event of an earlier build names no entity: its link opens the list. */
const pathOf = ({ notice, entityId }: QueuedNotice): string => {
  const { path, pathTo } = NOTICE_TEXTS[notice].action;
  return entityId && pathTo ? pathTo(entityId) : path;
};

/** The relationship may have ended while the notice was queued: then the recipient must not learn a changed name. */
export function nameInNotice({ t }: Texts, { trace }: QueuedNotice, person: Pick<User, 'firstName'> | null): string {
  if (!person) return t('notices.deletedPerson');
  return trace === null || trace === fingerprintOf(person.firstName) ? person.firstName : t('notices.somebody');
}

/** A notice in one line, and the path that it opens. */
export const noticeLine = ({ t }: Texts, queued: QueuedNotice, name: string): { text: string; link: string } => ({
  text: t(NOTICE_TEXTS[queued.notice].subject, { name }),
  link: pathOf(queued),
});

/** @returns null when the person has switched mails of this kind off */
export function writeNotice(
  { t }: Texts,
  user: User,
  queued: QueuedNotice,
  name: string,
  linkTo: (path: string) => string,
): MailContent | null {
  const { notice } = queued;
  if (!settingsOf(user).notifications.matrix[NOTICES[notice]].email) return null;
  const { subject, body, action } = NOTICE_TEXTS[notice];
  return {
    subject: t(subject, { name }),
    paragraphs: [t(body, { name })],
    action: { label: t(action.label), url: linkTo(pathOf(queued)) },
    footnote: t('mails.noticeFootnote'),
  };
}
