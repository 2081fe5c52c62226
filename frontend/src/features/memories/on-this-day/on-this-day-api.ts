import type { Done, HiddenMemories, HiddenMemory, OnThisDayChoice, OnThisDayView } from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';
import { rememberFiles } from '../../../media/stored/entity-addresses.js';

/** A message, a capsule, or a period of days (YYYY-MM-DD). */
export type HiddenPart = { messageId: string } | { capsuleId: string } | { from: string; to: string };

const PATH = '/memories/on-this-day';

/** A changed message makes only the answers that contain it stale. */
const messageTag = (id: string) => ({ type: 'OnThisDay', id }) as const;

/** The caller's couple. The chat id is the cache key, because the couple may change. */
const onThisDayApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOnThisDay: build.query<OnThisDayView, string>({
      query: () => PATH,
      transformResponse: ({ data }: { data: OnThisDayView }) => {
        rememberFiles(data.memories.flatMap(({ contribution }) => contribution ?? []));
        return data;
      },
      providesTags: (view) => ['OnThisDay', ...(view?.items ?? []).map(({ message }) => messageTag(message._id))],
    }),
    getExclusions: build.query<HiddenMemories, string>({
      query: () => `${PATH}/exclusions`,
      transformResponse: dataOf<HiddenMemories>,
      providesTags: (view) => [
        'OnThisDay',
        ...(view?.exclusions ?? []).flatMap((one) => (one.kind === 'message' ? [messageTag(one.message._id)] : [])),
      ],
    }),
    hideOnThisDay: build.mutation<HiddenMemory, { chatId: string; what: HiddenPart }>({
      query: ({ what }) => ({ url: `${PATH}/hide`, method: 'POST', body: what }),
      transformResponse: dataOf<HiddenMemory>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: async ({ chatId, what }, { dispatch, queryFulfilled }) => {
        const isOfPeriod = (date: string): boolean => 'from' in what && what.from <= date && date <= what.to;
        const shown = dispatch(
          onThisDayApi.util.updateQueryData('getOnThisDay', chatId, (view) => {
            view.items = view.items.filter(
              ({ date, message }) => !isOfPeriod(date) && !('messageId' in what && what.messageId === message._id),
            );
            view.memories = view.memories.filter(
              ({ date, capsule }) => !isOfPeriod(date) && !('capsuleId' in what && what.capsuleId === capsule._id),
            );
          }),
        );
        // The reload after a failure fails too without a connection.
        await queryFulfilled.catch(shown.undo);
      },
    }),
    showAgain: build.mutation<Done, { chatId: string; id: string }>({
      query: ({ id }) => ({ url: `${PATH}/exclusions/${id}`, method: 'DELETE' }),
      transformResponse: dataOf<Done>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: async ({ chatId, id }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          onThisDayApi.util.updateQueryData('getExclusions', chatId, (view) => {
            view.exclusions = view.exclusions.filter(({ _id }) => _id !== id);
          }),
        );
        await queryFulfilled.catch(shown.undo);
      },
    }),
    switchOnThisDay: build.mutation<OnThisDayChoice, { chatId: string; enabled: boolean }>({
      query: ({ enabled }) => ({ url: PATH, method: 'PUT', body: { enabled } }),
      transformResponse: dataOf<OnThisDayChoice>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: async ({ chatId, enabled }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          onThisDayApi.util.updateQueryData('getExclusions', chatId, (view) => void (view.enabled = enabled)),
        );
        await queryFulfilled.catch(shown.undo);
      },
    }),
  }),
});

export const {
  useGetOnThisDayQuery,
  useGetExclusionsQuery,
  useHideOnThisDayMutation,
  useShowAgainMutation,
  useSwitchOnThisDayMutation,
} = onThisDayApi;
