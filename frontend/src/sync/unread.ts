import { baseApi, dataOf } from '../api/base-api.js';
import { usePartner } from '../platform/account/partner-status.js';

const unreadApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    countUnread: build.query<{ count: number }, void>({
      query: () => '/messages/unread-count',
      transformResponse: dataOf<{ count: number }>,
      providesTags: ['Unread'],
    }),
  }),
});

/** How many of the partner's messages the user has not read on any device. */
export function useUnread(): number {
  const { couple } = usePartner();
  const { data } = unreadApi.useCountUnreadQuery(undefined, { skip: couple === null });
  return couple === null ? 0 : (data?.count ?? 0);
}
