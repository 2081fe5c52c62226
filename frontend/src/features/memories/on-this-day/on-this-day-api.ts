import type {
  Done,
  HiddenMemories,
  HiddenMemory,
  OnThisDayChoice,
  OnThisDayItem,
  OnThisDayMemory,
  OnThisDayView,
} from '@duet/contracts';
import { current } from '@reduxjs/toolkit';
import { baseApi, dataOf } from '../../../api/base-api.js';
import { showAtOnce } from '../../../api/show-at-once.js';
import { rememberFiles } from '../../../media/stored/entity-addresses.js';

/** A message, a capsule, or a period of days (YYYY-MM-DD). */
export type HiddenPart = { messageId: string } | { capsuleId: string } | { from: string; to: string };

const PATH = '/memories/on-this-day';

/** A changed message makes only the answers that contain it stale. */
const messageTag = (id: string) => ({ type: 'OnThisDay', id }) as const;

const keyOfItem = ({ message }: OnThisDayItem): string => message._id;
const keyOfMemory = ({ contribution, capsule }: OnThisDayMemory): string => contribution?._id ?? capsule._id;
const keyOfExclusion = ({ _id }: HiddenMemory): string => _id;

/**
 * Puts back what one failed call took out of a list, each entry before one that followed it. Another call may have changed the list
 * since, and keeps its change.
 */
function putBack<Entry>(
  list: Entry[],
  before: readonly Entry[],
  isTaken: (entry: Entry) => boolean,
  keyOf: (entry: Entry) => string,
): void {
  const placeOf = (entry: Entry): number => list.findIndex((one) => keyOf(one) === keyOf(entry));
  for (const [at, entry] of before.entries()) {
    if (!isTaken(entry) || placeOf(entry) !== -1) continue;
    const next = before
      .slice(at + 1)
      .map(placeOf)
      .find((place) => place !== -1);
    list.splice(next ?? list.length, 0, entry);
  }
}

type ShowSwitch = ReturnType<typeof showAtOnce<boolean, boolean>>;

/** By conversation. */
const switches = new Map<string, ShowSwitch>();

function showSwitchOf(chatId: string): ShowSwitch {
  const show = switches.get(chatId) ?? showAtOnce<boolean, boolean>((_isOn, enabled) => enabled);
  switches.set(chatId, show);
  return show;
}

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
        const isItem = ({ date, message }: OnThisDayItem): boolean =>
          isOfPeriod(date) || ('messageId' in what && what.messageId === message._id);
        const isMemory = ({ date, capsule }: OnThisDayMemory): boolean =>
          isOfPeriod(date) || ('capsuleId' in what && what.capsuleId === capsule._id);
        const show = (recipe: (view: OnThisDayView) => void): void =>
          void dispatch(onThisDayApi.util.updateQueryData('getOnThisDay', chatId, recipe));
        let before: Pick<OnThisDayView, 'items' | 'memories'> = { items: [], memories: [] };
        show((view) => {
          before = current(view);
          view.items = view.items.filter((item) => !isItem(item));
          view.memories = view.memories.filter((memory) => !isMemory(memory));
        });
        // The reload after a failure fails too without a connection.
        await queryFulfilled.catch(() =>
          show((view) => {
            putBack(view.items, before.items, isItem, keyOfItem);
            putBack(view.memories, before.memories, isMemory, keyOfMemory);
          }),
        );
      },
    }),
    showAgain: build.mutation<Done, { chatId: string; id: string }>({
      query: ({ id }) => ({ url: `${PATH}/exclusions/${id}`, method: 'DELETE' }),
      transformResponse: dataOf<Done>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: async ({ chatId, id }, { dispatch, queryFulfilled }) => {
        const isShown = ({ _id }: HiddenMemory): boolean => _id === id;
        const show = (recipe: (view: HiddenMemories) => void): void =>
          void dispatch(onThisDayApi.util.updateQueryData('getExclusions', chatId, recipe));
        let before: HiddenMemory[] = [];
        show((view) => {
          before = current(view).exclusions;
          view.exclusions = view.exclusions.filter((one) => !isShown(one));
        });
        await queryFulfilled.catch(() => show((view) => putBack(view.exclusions, before, isShown, keyOfExclusion)));
      },
    }),
    switchOnThisDay: build.mutation<OnThisDayChoice, { chatId: string; enabled: boolean }>({
      query: ({ enabled }) => ({ url: PATH, method: 'PUT', body: { enabled } }),
      transformResponse: dataOf<OnThisDayChoice>,
      invalidatesTags: ['OnThisDay'],
      onQueryStarted: ({ chatId, enabled }, { dispatch, getState, queryFulfilled }): Promise<void> =>
        showSwitchOf(chatId)(
          {
            read: (): boolean | undefined =>
              onThisDayApi.endpoints.getExclusions.select(chatId)(getState()).data?.enabled,
            write: (isOn) =>
              void dispatch(
                onThisDayApi.util.updateQueryData('getExclusions', chatId, (view) => {
                  view.enabled = isOn;
                }),
              ),
          },
          enabled,
          queryFulfilled.then(({ data }) => data.enabled),
        ),
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
