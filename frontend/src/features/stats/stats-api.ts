import { baseApi, dataOf } from '../../api/base-api.js';

export interface Stats {
  memoriesCreated: number;
  messagesSent: number;
  challengesCompleted: number;
  daysTogether: number;
}

/** The couple's numbers, or one person's own. */
export type StatsOf = 'couple' | 'me';

const statsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<Stats, StatsOf>({
      query: (of) => `/stats/${of}`,
      transformResponse: dataOf<Stats>,
      providesTags: ['Stats'],
    }),
  }),
});

export const { useGetStatsQuery } = statsApi;
