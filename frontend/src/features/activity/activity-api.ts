import type { ActivityPage, ActivityView } from '@duet/contracts';
import { baseApi } from '../../api/base-api.js';

/** Activities per page. */
const ACTIVITY_PAGE = 6;

interface ActivityAnswer {
  data: ActivityView[];
  nextCursor: string | null;
}

const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getActivities: build.infiniteQuery<ActivityPage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/activity',
        params: { limit: ACTIVITY_PAGE, ...(cursor !== null && { cursor }) },
      }),
      transformResponse: ({ data, nextCursor }: ActivityAnswer) => ({ activities: data, nextCursor }),
      providesTags: ['Activity'],
    }),
  }),
});

export const { useGetActivitiesInfiniteQuery } = activityApi;
