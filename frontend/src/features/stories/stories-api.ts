import type {
  ChooseInStoryDto,
  RespondToStoryDto,
  StartStoryByIdDto,
  StorySessionView,
  StorySummary,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const storiesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    /** A call that answers with the whole session, which is shown at once. A refused one reloads: the screen was old. */
    const change = <Given extends { id: string }>(
      query: (given: Given) => { url: string; method: string; body?: object },
    ) =>
      build.mutation<StorySessionView, Given>({
        query,
        transformResponse: dataOf<StorySessionView>,
        invalidatesTags: ['Stories'],
        onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) return;
          const show = (shown: StorySessionView) => (answer.data.version >= shown.version ? answer.data : shown);
          dispatch(storiesApi.util.updateQueryData('getSession', id, show));
        },
      });
    return {
      getStories: build.query<StorySummary[], void>({
        query: () => '/stories',
        transformResponse: dataOf<StorySummary[]>,
        providesTags: ['Stories'],
      }),
      getSession: build.query<StorySessionView, string>({
        query: (id) => `/stories/sessions/${id}`,
        transformResponse: dataOf<StorySessionView>,
        providesTags: ['Stories'],
      }),
      startStory: build.mutation<StorySessionView, Pick<StartStoryByIdDto, 'templateId' | 'clientId'>>({
        query: ({ templateId, ...body }) => ({ url: `/stories/${templateId}/sessions`, method: 'POST', body }),
        transformResponse: dataOf<StorySessionView>,
        invalidatesTags: ['Stories'],
      }),
      respondToStory: change<RespondToStoryDto & { id: string }>(({ id, ...body }) => ({
        url: `/stories/sessions/${id}/respond`,
        method: 'PATCH',
        body,
      })),
      chooseInStory: change<ChooseInStoryDto & { id: string }>(({ id, ...body }) => ({
        url: `/stories/sessions/${id}/choice`,
        method: 'POST',
        body,
      })),
      keepStory: change<{ id: string }>(({ id }) => ({ url: `/stories/sessions/${id}/keepsake`, method: 'POST' })),
    };
  },
});

export const {
  useGetStoriesQuery,
  useGetSessionQuery,
  useStartStoryMutation,
  useRespondToStoryMutation,
  useChooseInStoryMutation,
  useKeepStoryMutation,
} = storiesApi;
