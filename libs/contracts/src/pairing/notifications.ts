import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsOptional, IsUUID, ValidateIf } from 'class-validator';
import type { NotificationKind } from '../auth/settings.js';
import { defineEvent } from '../core/event.js';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../core/rpc.js';
import { QueryNumber } from '../core/validators.js';
import type { NotificationView } from '../realtime/socket-events.js';

/** The newest of a person's notifications, newest first, and how many of all that are kept are unread. */
export interface NotificationList {
  notifications: NotificationView[];
  unread: number;
}

export class NotificationsQueryDto {
  @IsOptional()
  @QueryNumber(1, LIMITS.notificationsKept)
  limit?: number;
}

/** Either some of them or `all: true`. */
export class ReadNotificationsDto {
  @ValidateIf(({ all, ids }: ReadNotificationsDto) => all === undefined || ids !== undefined)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.notificationsKept)
  @IsUUID('all', { each: true })
  ids?: string[];

  @IsOptional()
  @Equals(true)
  all?: true;
}

export const listNotifications = defineRpc({
  subject: 'pairing.notification.list',
  access: 'user',
  request: NotificationsQueryDto,
  returns: returns<NotificationList>(),
  errors: [],
});

/** Ids that are not the caller's are passed over. */
export const readNotifications = defineRpc({
  subject: 'pairing.notification.read',
  access: 'user',
  request: ReadNotificationsDto,
  returns: returns<Pick<NotificationList, 'unread'>>(),
  errors: [],
});

/** What pairing tells people of, and which of the settings' kinds decides how they hear it. */
export const NOTICES = {
  request_received: 'partner',
  partner_linked: 'partner',
  unlinked: 'partner',
  date_reminder: 'reminders',
  daily_question: 'dailyQuestion',
  daily_answered: 'dailyQuestion',
  daily_revealed: 'dailyQuestion',
} as const satisfies Record<string, NotificationKind>;

export type NoticeKind = keyof typeof NOTICES;

/** Somebody is to be told of something, over whichever channels they want. Ids only: the words are made where they are said. */
export interface NoticeIssued {
  userId: string;
  notice: NoticeKind;
  /** Whom it is about. */
  aboutId: string | null;
}

export const noticeIssued = defineEvent<NoticeIssued>()({ name: 'notice.issued', durable: true });

export const notificationCreated = defineEvent<{ userId: string; notification: NotificationView }>()({
  name: 'notification.created',
  durable: false,
  deliver: ({ userId, notification }) => [{ to: { user: userId }, event: 'notification', data: notification }],
});
