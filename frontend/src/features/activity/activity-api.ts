import type { ActivityPage, ActivityView } from '@duet/contracts';
import { baseApi } from '../../api/base-api.js';

/** A card holds so many before it is asked for more. */
const PAGE = 6;

interface Answer {
  data: ActivityView[];
  nextCursor: string | null;
}

const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getActivities: build.infiniteQuery<ActivityPage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({ url: '/activity', params: { limit: PAGE, ...(cursor !== null && { cursor }) } }),
      transformResponse: ({ data, nextCursor }: Answer) => ({ activities: data, nextCursor }),
      providesTags: ['Activity'],
    }),
  }),
});

export const { useGetActivitiesInfiniteQuery } = activityApi;
