import type { MemoryChoices } from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';

const filterApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMemoryChoices: build.query<MemoryChoices, void>({
      query: () => '/memories/choices',
      transformResponse: dataOf<MemoryChoices>,
      providesTags: ['Capsules'],
    }),
  }),
});

export const { useGetMemoryChoicesQuery } = filterApi;
