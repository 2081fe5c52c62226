import type { MessageHits, MessageView, SearchGroup, SearchResults } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { baseApi, dataOf } from '../../api/base-api.js';

/** The words and groups of a search; without `types` every group. */
export interface Search {
  q: string;
  types?: readonly SearchGroup[];
  limit?: number;
}

const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<SearchResults, Search>({
      query: ({ q, types = [], limit = LIMITS.searchHits }) => ({
        url: '/search',
        params: { q, limit, ...(types.length > 0 && { types: types.join(',') }) },
      }),
      transformResponse: dataOf<SearchResults>,
      keepUnusedDataFor: 0,
    }),
    /** All messages that match, the newest first. */
    searchChat: build.infiniteQuery<MessageHits, string, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ messages, hasMore }: { messages: MessageView[]; hasMore: boolean }) =>
          hasMore ? messages.at(-1)?.seq : undefined,
      },
      query: ({ queryArg: q, pageParam: before }) => ({
        url: '/messages/search',
        params: { q, limit: LIMITS.searchHitsMax, ...(before !== null && { before }) },
      }),
      transformResponse: dataOf<MessageHits>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSearchQuery, useSearchChatInfiniteQuery } = searchApi;
