import {
  type NotificationList,
  NotificationsQueryDto,
  type NotificationView,
  ReadNotificationsDto,
  listNotifications,
  readNotifications,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Patch, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

@Controller('notifications')
export class NotificationsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the caller's notifications, newest first. */
  @Get()
  async list(
    @Context() context: CallContext,
    @Query() query: NotificationsQueryDto,
  ): Promise<Answer<NotificationView[]> & Pick<NotificationList, 'unread'>> {
    const { notifications, unread } = await this.rpc.call(listNotifications, context, query);
    return { ...ok(notifications), unread };
  }

  /** Mark notifications as read. */
  @Patch('read')
  async read(
    @Context() context: CallContext,
    @Body() dto: ReadNotificationsDto,
  ): Promise<Answer<Pick<NotificationList, 'unread'>>> {
    return ok(await this.rpc.call(readNotifications, context, dto));
  }
}
