import type { NotificationView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { baseApi, dataOf } from '../../api/base-api.js';

/** The latest notices, newest first. The live connection folds new ones in with `addNotification`. */
const notificationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.query<NotificationView[], void>({
      query: () => ({ url: '/notifications', params: { limit: LIMITS.notificationsKept } }),
      transformResponse: dataOf<NotificationView[]>,
      providesTags: ['Notifications'],
    }),
    readNotifications: build.mutation<unknown, { ids: string[] }>({
      query: (body) => ({ url: '/notifications/read', method: 'PATCH', body }),
      onQueryStarted: async ({ ids }, { dispatch, queryFulfilled }) => {
        const readAt = new Date().toISOString();
        dispatch(
          notificationsApi.util.updateQueryData('getNotifications', undefined, (notices) =>
            notices.map((notice) =>
              ids.includes(notice.id) ? { ...notice, readAt: notice.readAt ?? readAt } : notice,
            ),
          ),
        );
        // New notices may have arrived meanwhile: reloads instead of undoing.
        await queryFulfilled.catch(() => dispatch(notificationsApi.util.invalidateTags(['Notifications'])));
      },
    }),
  }),
});

/** Adds a notice at the top of the list. Like the server, it drops an earlier one with the same words about the same thing. */
export const addNotification = (incoming: NotificationView) =>
  notificationsApi.util.updateQueryData('getNotifications', undefined, (notices) =>
    [incoming, ...notices.filter((notice) => !isReplaced(notice, incoming))].slice(0, LIMITS.notificationsKept),
  );

const isReplaced = (notice: NotificationView, { id, message, entity }: NotificationView): boolean =>
  notice.id === id || (notice.message === message && entity !== undefined && notice.entity?.id === entity.id);

export const { useGetNotificationsQuery, useReadNotificationsMutation } = notificationsApi;
