import type { DayFound, MarkedMessage, MessageHits, SearchKind, StarredPage } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { baseApi, dataOf } from '../../api/base-api.js';
import { live } from '../../sync/index.js';

/** The words and filters of a search in the conversation; days as YYYY-MM-DD. */
export interface ChatSearch {
  q: string;
  from?: 'me' | 'partner';
  kind?: SearchKind;
  since?: string;
  until?: string;
}

const ownMarksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    star: build.mutation<MarkedMessage, { chatId: string; id: string; isStarred: boolean }>({
      query: ({ id, isStarred }) => ({ url: `/messages/${id}/star`, method: isStarred ? 'PUT' : 'DELETE' }),
      transformResponse: dataOf<MarkedMessage>,
      onQueryStarted: async ({ chatId }, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        const { ownRev, ...mark } = done.data;
        dispatch(live.arrived({ kind: 'own', chatId, change: { kind: 'message', ownRev, mark } }));
      },
      invalidatesTags: ['Starred'],
    }),
    listStarred: build.infiniteQuery<StarredPage, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
      },
      query: ({ pageParam: cursor }) => ({ url: '/messages/starred', params: cursor === null ? {} : { cursor } }),
      transformResponse: dataOf<StarredPage>,
      providesTags: ['Starred'],
    }),
    findHits: build.infiniteQuery<MessageHits, ChatSearch, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam: cursor }) => ({
        url: '/messages/search',
        params: { ...queryArg, limit: LIMITS.conversationPage, ...(cursor !== null && { cursor }) },
      }),
      transformResponse: dataOf<MessageHits>,
      keepUnusedDataFor: 0,
    }),
    findDay: build.query<DayFound, string>({
      query: (day) => ({ url: '/messages/day', params: { day } }),
      transformResponse: dataOf<DayFound>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useStarMutation, useListStarredInfiniteQuery, useFindHitsInfiniteQuery, useLazyFindDayQuery } =
  ownMarksApi;
