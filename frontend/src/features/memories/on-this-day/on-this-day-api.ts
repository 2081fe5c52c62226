import type { Done, OnThisDayChoice, OnThisDayExclusion, OnThisDayExclusions, OnThisDayView } from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';

/** A message, or a period of days (YYYY-MM-DD). */
export type Hidden = { messageId: string } | { from: string; to: string };

const PATH = '/memories/on-this-day';

/** A message that changes makes stale only what shows it. */
const messageTag = (id: string) => ({ type: 'OnThisDay', id }) as const;

/** Of the caller's couple; the id of its chat tells one couple's answers from another's. */
const onThisDayApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOnThisDay: build.query<OnThisDayView, string>({
      query: () => PATH,
      transformResponse: dataOf<OnThisDayView>,
      providesTags: (view) => ['OnThisDay', ...(view?.items ?? []).map(({ message }) => messageTag(message._id))],
    }),
    getExclusions: build.query<OnThisDayExclusions, string>({
      query: () => `${PATH}/exclusions`,
      transformResponse: dataOf<OnThisDayExclusions>,
      providesTags: (view) => ['OnThisDay', ...(view?.exclusions ?? []).flatMap((one) => (one.kind === 'message' ? [messageTag(one.message._id)] : []))],
    }),
    hideOnThisDay: build.mutation<OnThisDayExclusion, { chatId: string; what: Hidden }>({
      query: ({ what }) => ({ url: `${PATH}/hide`, method: 'POST', body: what }),
      transformResponse: dataOf<OnThisDayExclusion>,
      // After a failure too: what was taken away at once may have to come back.
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: ({ chatId, what }, { dispatch }) => {
        const isHidden = (id: string, date: string): boolean => ('messageId' in what ? id === what.messageId : what.from <= date && date <= what.to);
        dispatch(
          onThisDayApi.util.updateQueryData('getOnThisDay', chatId, (view) => {
            view.items = view.items.filter(({ date, message }) => !isHidden(message._id, date));
          }),
        );
      },
    }),
    showAgain: build.mutation<Done, { chatId: string; id: string }>({
      query: ({ id }) => ({ url: `${PATH}/exclusions/${id}`, method: 'DELETE' }),
      transformResponse: dataOf<Done>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: ({ chatId, id }, { dispatch }) => {
        dispatch(
          onThisDayApi.util.updateQueryData('getExclusions', chatId, (view) => {
            view.exclusions = view.exclusions.filter(({ _id }) => _id !== id);
          }),
        );
      },
    }),
    switchOnThisDay: build.mutation<OnThisDayChoice, { chatId: string; enabled: boolean }>({
      query: ({ enabled }) => ({ url: PATH, method: 'PUT', body: { enabled } }),
      transformResponse: dataOf<OnThisDayChoice>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: ({ chatId, enabled }, { dispatch }) => {
        dispatch(onThisDayApi.util.updateQueryData('getExclusions', chatId, (view) => void (view.enabled = enabled)));
      },
    }),
  }),
});

export const { useGetOnThisDayQuery, useGetExclusionsQuery, useHideOnThisDayMutation, useShowAgainMutation, useSwitchOnThisDayMutation } = onThisDayApi;
