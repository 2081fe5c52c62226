import type { ChangeListDto, CreateListDto, ListSummary, ListTemplateView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

/** The lists themselves. Their items have a queue, which needs no connection. */
const listsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLists: build.query<ListSummary[], void>({
      query: () => '/lists',
      transformResponse: dataOf<ListSummary[]>,
      providesTags: ['Lists'],
    }),
    getListTemplates: build.query<ListTemplateView[], void>({
      query: () => '/lists/templates',
      transformResponse: dataOf<ListTemplateView[]>,
    }),
    createList: build.mutation<ListSummary, CreateListDto>({
      query: (body) => ({ url: '/lists', method: 'POST', body }),
      transformResponse: dataOf<ListSummary>,
      invalidatesTags: ['Lists'],
    }),
    changeList: build.mutation<ListSummary, ChangeListDto & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/lists/${id}`, method: 'PATCH', body }),
      transformResponse: dataOf<ListSummary>,
      // After a refusal too: the screen was wrong.
      invalidatesTags: ['Lists'],
    }),
    deleteList: build.mutation<unknown, string>({
      query: (id) => ({ url: `/lists/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Lists'],
    }),
    pickItem: build.mutation<ListSummary, string>({
      query: (id) => ({ url: `/lists/${id}/pick`, method: 'POST' }),
      transformResponse: dataOf<ListSummary>,
      invalidatesTags: ['Lists'],
    }),
  }),
});

export const {
  useGetListsQuery,
  useGetListTemplatesQuery,
  useCreateListMutation,
  useChangeListMutation,
  useDeleteListMutation,
  usePickItemMutation,
} = listsApi;
