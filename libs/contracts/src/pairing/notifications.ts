import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsOptional, IsUUID, ValidateIf } from 'class-validator';
import type { NoticeKind } from '../auth/notice-kinds.js';
import type { TogetherPart } from '../auth/settings.js';
import { defineEvent } from '../bus/event.js';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { QueryNumber } from '../core/validators.js';
import type { EntityReference, NotificationView } from '../realtime/socket-events.js';

/** The newest notifications, newest first, and the number of unread ones among all stored. */
export interface NotificationList {
  notifications: NotificationView[];
  unread: number;
}

export class NotificationsQueryDto {
  @IsOptional()
  @QueryNumber(1, LIMITS.notificationsKept)
  limit?: number;
}

/** Either `ids` or `all: true`. */
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

/** Marks notifications as read. Ids of other people are ignored. */
export const readNotifications = defineRpc({
  subject: 'pairing.notification.read',
  access: 'user',
  request: ReadNotificationsDto,
  returns: returns<Pick<NotificationList, 'unread'>>(),
  errors: [],
});

/** The notices of each part. A couple that has the part off gets none. */
export const PART_NOTICES: Record<TogetherPart, readonly NoticeKind[]> = {
  goals: ['goal_proposed', 'goal_achieved'],
  stories: ['story_invited', 'story_waiting', 'story_finished'],
  wishes: ['wish_redeemed'],
  lists: ['list_created'],
  gestures: ['nudge_thinking', 'nudge_miss', 'nudge_proud', 'nudge_goodnight', 'mood_shared'],
};

/** A person should be notified, over the channels in their settings. It contains ids only; each channel makes its own text. */
export interface NoticeIssued {
  userId: string;
  notice: NoticeKind;
  /** The person that it is about. */
  aboutId: string | null;
  /** Its subject. Events of an earlier build name none. */
  entity?: EntityReference;
}

export const noticeIssued = defineEvent<NoticeIssued>()({ name: 'notice.issued', durable: true });

/** A notification was added to a person's list. */
export const notificationCreated = defineEvent<{ userId: string; notification: NotificationView }>()({
  name: 'notification.created',
  durable: false,
  deliver: ({ userId, notification }) => [{ to: { user: userId }, event: 'notification', data: notification }],
});
