import type { ExportState } from '@duet/contracts';
import { useState } from 'react';
import { baseApi, dataOf } from '../../api/base-api.js';

const LOOK_EVERY = 3_000;

const exportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getExport: build.query<ExportState, void>({
      query: () => '/users/export',
      transformResponse: dataOf<ExportState>,
      providesTags: ['Export'],
    }),
    requestExport: build.mutation<ExportState, void>({
      query: () => ({ url: '/users/export', method: 'POST' }),
      transformResponse: dataOf<ExportState>,
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(exportsApi.util.upsertQueryData('getExport', undefined, answer.data));
      },
    }),
  }),
});

export const { useRequestExportMutation } = exportsApi;

/** The export as it stands; while it is being prepared, asked for again and again. */
export function useExport() {
  const [isPreparing, setPreparing] = useState(false);
  const query = exportsApi.useGetExportQuery(undefined, { pollingInterval: isPreparing ? LOOK_EVERY : 0, refetchOnMountOrArgChange: true });
  const now = query.data?.status === 'preparing';
  if (now !== isPreparing) setPreparing(now);
  return query;
}
