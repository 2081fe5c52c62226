import type { MessageView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

interface MessageHits {
  messages: MessageView[];
}

const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchMessages: build.query<MessageView[], string>({
      query: (q) => ({ url: '/messages/search', params: { q } }),
      transformResponse: (answer: { data: MessageView[] | MessageHits }) => {
        const data = dataOf(answer);
        return Array.isArray(data) ? data : data.messages;
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSearchMessagesQuery } = searchApi;
