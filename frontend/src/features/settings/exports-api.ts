import type { ExportLink, ExportState, RequestExportDto } from '@duet/contracts';
import { useState } from 'react';
import { baseApi, dataOf } from '../../api/base-api.js';

const POLL_EVERY = 3_000;

const exportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getExport: build.query<ExportState, void>({
      query: () => '/users/export',
      transformResponse: dataOf<ExportState>,
      providesTags: ['Export'],
    }),
    requestExport: build.mutation<ExportState, RequestExportDto>({
      query: (body) => ({ url: '/users/export', method: 'POST', body }),
      transformResponse: dataOf<ExportState>,
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(exportsApi.util.upsertQueryData('getExport', undefined, answer.data));
      },
    }),
    getExportLink: build.mutation<ExportLink, void>({
      query: () => ({ url: '/users/export/link', method: 'POST', body: {} }),
      transformResponse: dataOf<ExportLink>,
      // The export may have expired or been deleted: reads its state again.
      invalidatesTags: (_link, error) => (error ? ['Export'] : []),
    }),
  }),
});

export const { useRequestExportMutation, useGetExportLinkMutation } = exportsApi;

/** The export's state, polled while it is being prepared. */
export function useExport() {
  const [isPreparing, setPreparing] = useState(false);
  const query = exportsApi.useGetExportQuery(undefined, {
    pollingInterval: isPreparing ? POLL_EVERY : 0,
    refetchOnMountOrArgChange: true,
  });
  const now = query.data?.status === 'preparing';
  if (now !== isPreparing) setPreparing(now);
  return query;
}
