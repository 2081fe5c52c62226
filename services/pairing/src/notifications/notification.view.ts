import { type NoticeKind, type NotificationView, TEXTS } from '@duet/contracts';
import type { Notification } from './notification.entity.js';

interface Wording {
  type: NotificationView['type'];
  message: (firstName: string) => string;
  /** Where a click leads. */
  link: string;
}

const WORDINGS: Record<NoticeKind, Wording> = {
  request_received: { type: 'info', message: TEXTS.notice.requestReceived, link: '/dashboard' },
  partner_linked: { type: 'success', message: TEXTS.toast.partnerLinked, link: '/chat' },
  unlinked: { type: 'info', message: TEXTS.notice.unlinked, link: '/dashboard' },
  date_reminder: { type: 'info', message: () => TEXTS.notice.dateReminder, link: '/dashboard' },
  daily_question: { type: 'info', message: () => TEXTS.notice.dailyQuestion, link: '/dashboard' },
  daily_answered: { type: 'info', message: TEXTS.notice.dailyAnswered, link: '/dashboard' },
  daily_revealed: { type: 'success', message: TEXTS.notice.dailyRevealed, link: '/challenges' },
};

type Shown = Pick<Notification, 'id' | 'kind' | 'entityType' | 'entityId' | 'createdAt' | 'readAt'>;

/**
 * @param about the first name of whom it is about, or null when that account is gone
 * @param words the whole sentence, where the kind alone does not make it
 */
export function notificationView(row: Shown, about: string | null, words?: string): NotificationView {
  const { type, message, link } = WORDINGS[row.kind];
  return {
    id: row.id,
    type,
    message: words ?? message(about ?? TEXTS.deletedPerson),
    timestamp: row.createdAt.toISOString(),
    link,
    entity: { type: row.entityType, id: row.entityId },
    readAt: row.readAt?.toISOString() ?? null,
  };
}
