import type { DailyQuestionView, MessageHits, MessageView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

/** So many of each kind are shown. */
const SHOWN = 5;

const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchMessages: build.query<MessageView[], string>({
      query: (q) => ({ url: '/messages/search', params: { q } }),
      transformResponse: (answer: { data: MessageHits }) => dataOf(answer).messages.slice(0, SHOWN),
      keepUnusedDataFor: 0,
    }),
    /** Questions that both have answered, by their words or those of an answer. */
    searchQuestions: build.query<DailyQuestionView[], string>({
      query: (q) => ({ url: '/daily-question/history', params: { q, limit: SHOWN } }),
      transformResponse: dataOf<DailyQuestionView[]>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSearchMessagesQuery, useSearchQuestionsQuery } = searchApi;
