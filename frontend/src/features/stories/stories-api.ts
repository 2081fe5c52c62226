import type {
  ChooseInStoryDto,
  DescribedFile,
  RespondToStoryDto,
  StartStoryByIdDto,
  StoryAnswerView,
  StoryReadingView,
  StorySummary,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { FILES_TIMEOUT } from '../../api/files-timeout.js';
import { rememberFiles } from '../../media/stored/entity-addresses.js';

/** Every answer that the reader may see; a recalled one is also in the path. */
const answersIn = ({ mine, path }: StoryReadingView): StoryAnswerView[] => [
  ...path.flatMap(({ answers }) => answers),
  ...(mine ? [mine] : []),
];

/** The photos that the reader may see, as far as media described them. */
export const photosOf = (reading: StoryReadingView): DescribedFile[] =>
  answersIn(reading).flatMap(({ photo }) => (photo?.file ? [{ id: photo.id, file: photo.file }] : []));

/** Reads an answer and keeps the links that came with it. */
function readingIn({ data }: { data: StoryReadingView }): StoryReadingView {
  rememberFiles([{ attachments: photosOf(data) }]);
  return data;
}

const storiesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    /** A call that answers with the whole reading, which is shown at once. A refused one reloads: the screen was old. */
    const change = <Given extends { id: string }>(
      query: (given: Given) => { url: string; method: string; body?: object; timeout?: number },
    ) =>
      build.mutation<StoryReadingView, Given>({
        query,
        transformResponse: readingIn,
        invalidatesTags: ['Stories'],
        onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) return;
          const show = (shown: StoryReadingView) => (answer.data.version >= shown.version ? answer.data : shown);
          dispatch(storiesApi.util.updateQueryData('getReading', id, show));
        },
      });
    return {
      getStories: build.query<StorySummary[], void>({
        query: () => '/stories',
        transformResponse: dataOf<StorySummary[]>,
        providesTags: ['Stories'],
      }),
      getReading: build.query<StoryReadingView, string>({
        query: (id) => `/stories/sessions/${id}`,
        transformResponse: readingIn,
        providesTags: ['Stories'],
      }),
      startStory: build.mutation<StoryReadingView, Pick<StartStoryByIdDto, 'templateId' | 'clientId'>>({
        query: ({ templateId, ...body }) => ({ url: `/stories/${templateId}/sessions`, method: 'POST', body }),
        transformResponse: readingIn,
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
      keepStory: change<{ id: string }>(({ id }) => ({
        url: `/stories/sessions/${id}/keepsake`,
        method: 'POST',
        timeout: FILES_TIMEOUT,
      })),
    };
  },
});

export const {
  useGetStoriesQuery,
  useGetReadingQuery,
  useLazyGetReadingQuery,
  useStartStoryMutation,
  useRespondToStoryMutation,
  useChooseInStoryMutation,
  useKeepStoryMutation,
} = storiesApi;
