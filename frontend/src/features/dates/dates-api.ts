import type { DateList, ImportantDateView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

/** The editable fields of a date. */
export type DateDraft = Pick<ImportantDateView, 'title' | 'date' | 'yearly' | 'remindDaysBefore' | 'private'>;

type DateChange = Partial<DateDraft> & Pick<ImportantDateView, 'id' | 'version'>;

const datesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDates: build.query<DateList, void>({
      query: () => '/partners/dates',
      transformResponse: dataOf<DateList>,
      providesTags: ['Dates'],
    }),
    addDate: build.mutation<ImportantDateView, DateDraft & { clientId: string }>({
      query: (body) => ({ url: '/partners/dates', method: 'POST', body }),
      transformResponse: dataOf<ImportantDateView>,
      invalidatesTags: ['Dates', 'Activity'],
    }),
    changeDate: build.mutation<ImportantDateView, DateChange>({
      query: ({ id, ...body }) => ({ url: `/partners/dates/${id}`, method: 'PATCH', body }),
      transformResponse: dataOf<ImportantDateView>,
      // After a refusal too: the list on the screen is outdated then.
      invalidatesTags: ['Dates', 'Activity', 'Notifications'],
    }),
    removeDate: build.mutation<unknown, string>({
      query: (id) => ({ url: `/partners/dates/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Dates', 'Notifications'],
    }),
  }),
});

export const { useGetDatesQuery, useAddDateMutation, useChangeDateMutation, useRemoveDateMutation } = datesApi;
