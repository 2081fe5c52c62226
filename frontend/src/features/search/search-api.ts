import type { MessageHits, MessageView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchMessages: build.query<MessageView[], string>({
      query: (q) => ({ url: '/messages/search', params: { q } }),
      transformResponse: (answer: { data: MessageHits }) => dataOf(answer).messages,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSearchMessagesQuery } = searchApi;
