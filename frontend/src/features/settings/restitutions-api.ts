import type { ExportLink, RequestExportDto, RestitutionList, RestitutionView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const restitutionsApi = baseApi.enhanceEndpoints({ addTagTypes: ['Restitutions'] }).injectEndpoints({
  endpoints: (build) => ({
    getRestitutions: build.query<RestitutionView[], void>({
      query: () => '/users/restitutions',
      transformResponse: (answer: { data: RestitutionList }) => answer.data.restitutions,
      providesTags: ['Restitutions'],
    }),
    getRestitutionLink: build.mutation<ExportLink, RequestExportDto & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/users/restitutions/${id}/link`, method: 'POST', body }),
      transformResponse: dataOf<ExportLink>,
      // It may have expired: reads the list again.
      invalidatesTags: (_link, error) => (error ? ['Restitutions'] : []),
    }),
  }),
});

export const { useGetRestitutionsQuery, useGetRestitutionLinkMutation } = restitutionsApi;
