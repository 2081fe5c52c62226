import {
  type Call,
  type NotificationList,
  NotificationsQueryDto,
  ReadNotificationsDto,
  listNotifications,
  readNotifications,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(@Inject(NotificationsService) private readonly notifications: NotificationsService) {}

  @Rpc(listNotifications)
  list({ actor }: Call<'user'>, { limit }: NotificationsQueryDto): Promise<NotificationList> {
    return this.notifications.list(actor.userId, limit);
  }

  @Rpc(readNotifications)
  async read({ actor }: Call<'user'>, { all, ids }: ReadNotificationsDto): Promise<Pick<NotificationList, 'unread'>> {
    return { unread: await this.notifications.markRead(actor.userId, all ? undefined : ids) };
  }
}
