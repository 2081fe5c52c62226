import type { StatsView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

/** The statistics of the couple or of the user. */
export type StatsOf = 'couple' | 'me';

const statsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<StatsView, StatsOf>({
      query: (of) => `/stats/${of}`,
      transformResponse: dataOf<StatsView>,
      providesTags: (_stats, _error, of) => [{ type: 'Stats', id: of }],
    }),
  }),
});

export const { useGetStatsQuery } = statsApi;
