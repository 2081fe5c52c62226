// Written by `npm run docs`.
import {
  ErrorBody,
  NotificationView,
  ReadNotificationsDto,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Notifications<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags notifications
   * @name NotificationsList
   * @summary List the caller's notifications, newest first
   * @request GET:/api/notifications
   * @secure
   */
  notificationsList = (
    query?: {
      /**
       * @min 1
       * @max 50
       */
      limit?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        unread: number;
        success: true;
        data: NotificationView[];
      },
      ErrorBody
    >({
      path: `/api/notifications`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags notifications
   * @name NotificationsRead
   * @summary Mark notifications as read
   * @request PATCH:/api/notifications/read
   * @secure
   */
  notificationsRead = (
    data: ReadNotificationsDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: {
          unread: number;
        };
      },
      ErrorBody
    >({
      path: `/api/notifications/read`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
}
