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
};

type Shown = Pick<Notification, 'id' | 'kind' | 'entityType' | 'entityId' | 'createdAt' | 'readAt'>;

/** @param about the first name of whom it is about, or null when that account is gone */
export function notificationView(row: Shown, about: string | null): NotificationView {
  const { type, message, link } = WORDINGS[row.kind];
  return {
    id: row.id,
    type,
    message: message(about ?? TEXTS.deletedPerson),
    timestamp: row.createdAt.toISOString(),
    link,
    entity: { type: row.entityType, id: row.entityId },
    readAt: row.readAt?.toISOString() ?? null,
  };
}
