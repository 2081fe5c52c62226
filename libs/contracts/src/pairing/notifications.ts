import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsInt, IsOptional, IsUUID, Max, Min, ValidateIf } from 'class-validator';
import { defineEvent } from '../core/event.js';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../core/rpc.js';
import type { NotificationView } from '../realtime/socket-events.js';

/** The newest of a person's notifications, newest first, and how many of all that are kept are unread. */
export interface NotificationList {
  notifications: NotificationView[];
  unread: number;
}

export class NotificationsQueryDto {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LIMITS.notificationsKept)
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

export const notificationCreated = defineEvent<{ userId: string; notification: NotificationView }>()({
  name: 'notification.created',
  durable: false,
  deliver: ({ userId, notification }) => [{ to: { user: userId }, event: 'notification', data: notification }],
});
