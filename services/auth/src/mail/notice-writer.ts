import { NOTICES, type NoticeKind, TEXTS } from '@duet/contracts';
import type { User } from '../accounts/user.entity.js';
import { settingsOf } from '../accounts/user.view.js';
import type { MailContent } from './mail-template.js';

interface Wording {
  subject: (firstName: string) => string;
  said: (firstName: string) => string;
  action?: { label: string; path: string };
}

const WORDINGS: Record<NoticeKind, Wording> = {
  request_received: {
    subject: TEXTS.notice.requestReceived,
    said: (firstName) => `${firstName} has asked you to be partners in Duet. You can accept, or say no; nobody is told why.`,
    action: { label: 'See the request', path: '/dashboard' },
  },
  partner_linked: {
    subject: TEXTS.toast.partnerLinked,
    said: (firstName) => `You and ${firstName} are linked now, and share one conversation.`,
    action: { label: 'Open the chat', path: '/chat' },
  },
  unlinked: {
    subject: TEXTS.notice.unlinked,
    said: (firstName) => `You and ${firstName} are no longer linked. For 30 days you can take your shared history along in Settings.`,
    action: { label: 'Open Duet', path: '/settings' },
  },
  date_reminder: {
    subject: () => TEXTS.notice.dateReminder,
    said: () => 'A day that matters to you comes up. Duet tells you which one; a mail might be read over your shoulder.',
    action: { label: 'See what comes up', path: '/dashboard' },
  },
  daily_question: {
    subject: () => TEXTS.notice.dailyQuestion,
    said: () => 'One question a day, for the two of you. Neither sees the other’s answer before both have given one.',
    action: { label: 'See the question', path: '/dashboard' },
  },
  daily_answered: {
    subject: TEXTS.notice.dailyAnswered,
    said: (firstName) => `${firstName} has answered the daily question. You will see the answer as soon as you have given yours.`,
    action: { label: 'Answer too', path: '/dashboard' },
  },
  daily_revealed: {
    subject: TEXTS.notice.dailyRevealed,
    said: (firstName) => `${firstName} has answered the daily question too, so now you can both see what the other said.`,
    action: { label: 'See the answers', path: '/challenges' },
  },
};

const SEPARATOR = ':';

const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICES, kind);

/** What a queued mail says of its notice: its kind and whom it is about, no name. */
export const noticeMail = (notice: NoticeKind, aboutId: string | null): string => `${notice}${SEPARATOR}${aboutId ?? ''}`;

export function readNoticeMail(about: string): { notice: NoticeKind; aboutId: string | null } | null {
  const [notice = '', aboutId = ''] = about.split(SEPARATOR);
  return isNotice(notice) ? { notice, aboutId: aboutId || null } : null;
}

/** A notice in one line, and where it leads. */
export const noticeLine = (notice: NoticeKind, about: string): { text: string; link: string } => ({
  text: WORDINGS[notice].subject(about),
  link: WORDINGS[notice].action?.path ?? '/dashboard',
});

/** @returns null when the person does not want such mails any more */
export function writeNotice(user: User, notice: NoticeKind, about: string, link: (path: string) => string): MailContent | null {
  if (!settingsOf(user).notifications.matrix[NOTICES[notice]].email) return null;
  const { subject, said, action } = WORDINGS[notice];
  return {
    subject: subject(about),
    greeting: `Hi ${user.firstName},`,
    paragraphs: [said(about)],
    ...(action && { action: { label: action.label, url: link(action.path) } }),
    footnote: 'You get this mail because mails of this kind are switched on in Settings, Notifications.',
  };
}
