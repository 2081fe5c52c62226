import type {
  AddListItemDto,
  ChangeListItemDto,
  DeleteListItemDto,
  ListItemView,
  ListSummary,
  ListSync,
} from '@duet/contracts';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query';
import { foldItems } from '@duet/contracts/plain';
import { FRESH, answerOf, baseApi, dataOf } from '../../api/base-api.js';
import type { LiveRoot, LiveStore } from '../live-store.js';

/** A list as far as this page knows it. */
export interface KnownList {
  list: ListSummary;
  /** By id, with the deleted ones. */
  items: Readonly<Record<string, ListItemView>>;
  /** The rev from which the next catch-up continues. */
  upTo: number;
}

type Of<Input> = Input & { id: string };
type OfItem<Input> = Of<Input> & { itemId: string };

const itemCalls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listChangesAfter: build.query<ListSync, { id: string; after: number }>({
      query: ({ id, after }) => ({ url: `/lists/${id}/sync`, params: { after } }),
      transformResponse: dataOf<ListSync>,
      keepUnusedDataFor: 0,
    }),
    addListItem: build.mutation<ListItemView, Of<AddListItemDto>>({
      query: ({ id, ...body }) => ({ url: `/lists/${id}/items`, method: 'POST', body }),
      transformResponse: dataOf<ListItemView>,
    }),
    changeListItem: build.mutation<ListItemView, OfItem<ChangeListItemDto>>({
      query: ({ id, itemId, ...body }) => ({ url: `/lists/${id}/items/${itemId}`, method: 'PATCH', body }),
      transformResponse: dataOf<ListItemView>,
    }),
    deleteListItem: build.mutation<ListItemView, OfItem<DeleteListItemDto>>({
      query: ({ id, itemId, rev }) => ({ url: `/lists/${id}/items/${itemId}`, method: 'DELETE', params: { rev } }),
      transformResponse: dataOf<ListItemView>,
    }),
  }),
});

export const { addListItem, changeListItem, deleteListItem } = itemCalls.endpoints;
const { listChangesAfter } = itemCalls.endpoints;

type Loaded = QueryReturnValue<KnownList, FetchBaseQueryError, FetchBaseQueryMeta>;

const knownLists = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getKnownList: build.query<KnownList, string>({
      queryFn: (id, { dispatch }): Promise<Loaded> => catchUp(id, dispatch),
      providesTags: ['Lists'],
    }),
  }),
});

export const { getKnownList } = knownLists.endpoints;
export const { useGetKnownListQuery } = knownLists;

/** Loads what has changed after the rev that the page knows. */
async function catchUp(id: string, dispatch: LiveStore['dispatch']): Promise<Loaded> {
  const incoming: ListItemView[] = [];
  for (let after = dispatch(readKnown(id))?.upTo ?? 0; ;) {
    const { data, error } = await answerOf(dispatch(listChangesAfter.initiate({ id, after }, FRESH)));
    if (!data) return { error: callError(error) };
    incoming.push(...data.items);
    after = data.upTo;
    if (data.more) continue;
    // The answers of changes may have arrived meanwhile.
    const items = foldItems(dispatch(readKnown(id))?.items ?? {}, incoming);
    return { data: { list: data.list, items, upTo: after } };
  }
}

/** Reads the list as the page knows it. */
export const readKnown =
  (id: string) =>
  (_dispatch: unknown, getState: () => LiveRoot): KnownList | undefined =>
    getKnownList.select(id)(getState()).data;

/** Shows an item that the server answered with, unless a newer one is known. */
export const showItem = (listId: string, item: ListItemView) =>
  knownLists.util.updateQueryData('getKnownList', listId, (known) => ({
    ...known,
    items: foldItems(known.items, [item]),
  }));

const callError = (error: FetchBaseQueryError | SerializedError | undefined): FetchBaseQueryError =>
  error && 'status' in error ? error : { status: 'CUSTOM_ERROR', error: error?.message ?? 'no answer' };
