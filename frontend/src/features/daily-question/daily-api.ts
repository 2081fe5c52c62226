import type {
  AnswerDailyDto,
  DailyHistory,
  DailyQuestionView,
  DailyToday,
  OwnQuestionView,
  WriteQuestionDto,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

interface HistoryAnswer {
  data: DailyQuestionView[];
  nextCursor: string | null;
}

type OfOne = Pick<DailyQuestionView, '_id' | 'version'>;

/** Stale after a change, also after a refusal: the question on the screen is outdated then. */
const STALE_TAGS = ['Daily', 'Activity', 'Notifications'] as const;

const dailyApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const change = (act: 'swap' | 'never') =>
      build.mutation<DailyQuestionView, OfOne>({
        query: ({ _id, version }) => ({ url: `/daily-question/${_id}/${act}`, method: 'POST', body: { version } }),
        transformResponse: dataOf<DailyQuestionView>,
        invalidatesTags: [...STALE_TAGS, 'OwnQuestions'],
      });
    return {
      getDailyToday: build.query<DailyToday, void>({
        query: () => '/daily-question/today',
        transformResponse: dataOf<DailyToday>,
        providesTags: ['Daily'],
      }),
      getDailyHistory: build.infiniteQuery<DailyHistory, string, string | null>({
        infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
        query: ({ queryArg: q, pageParam: cursor }) => ({
          url: '/daily-question/history',
          params: { ...(q !== '' && { q }), ...(cursor !== null && { cursor }) },
        }),
        transformResponse: ({ data, nextCursor }: HistoryAnswer) => ({ questions: data, nextCursor }),
        providesTags: ['Daily'],
      }),
      answerDaily: build.mutation<DailyQuestionView, { _id: string } & AnswerDailyDto>({
        query: ({ _id, ...body }) => ({ url: `/daily-question/${_id}/answer`, method: 'POST', body }),
        transformResponse: dataOf<DailyQuestionView>,
        invalidatesTags: [...STALE_TAGS],
        // Shows the stored answer at once; the reload brings the rest.
        onQueryStarted: async ({ _id }, { dispatch, queryFulfilled }) => {
          const answered = await queryFulfilled.catch(() => null);
          if (!answered) return;
          dispatch(
            dailyApi.util.updateQueryData('getDailyToday', undefined, (draft) => {
              if (draft.question._id === _id) draft.question = answered.data;
              draft.pending = draft.pending.filter((pending) => pending._id !== _id);
            }),
          );
        },
      }),
      swapDaily: change('swap'),
      dropDaily: change('never'),
      reactToDaily: build.mutation<DailyQuestionView, { _id: string; emoji: string }>({
        query: ({ _id, emoji }) => ({ url: `/daily-question/${_id}/reactions`, method: 'POST', body: { emoji } }),
        transformResponse: dataOf<DailyQuestionView>,
        invalidatesTags: ['Daily'],
      }),
      getOwnQuestions: build.query<OwnQuestionView[], void>({
        query: () => '/questions',
        transformResponse: dataOf<OwnQuestionView[]>,
        providesTags: ['OwnQuestions'],
      }),
      writeQuestion: build.mutation<OwnQuestionView, WriteQuestionDto>({
        query: (body) => ({ url: '/questions', method: 'POST', body }),
        transformResponse: dataOf<OwnQuestionView>,
        invalidatesTags: ['OwnQuestions'],
      }),
      removeQuestion: build.mutation<unknown, string>({
        query: (id) => ({ url: `/questions/${id}`, method: 'DELETE', keepalive: true }),
        invalidatesTags: ['OwnQuestions'],
      }),
    };
  },
});

export const {
  useGetDailyTodayQuery,
  useGetDailyHistoryInfiniteQuery,
  useAnswerDailyMutation,
  useSwapDailyMutation,
  useDropDailyMutation,
  useReactToDailyMutation,
  useGetOwnQuestionsQuery,
  useWriteQuestionMutation,
  useRemoveQuestionMutation,
} = dailyApi;
export const { getDailyToday } = dailyApi.endpoints;
