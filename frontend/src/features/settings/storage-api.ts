import type { StorageUse } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const storageApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStorageUse: build.query<StorageUse, void>({
      query: () => '/partners/storage',
      transformResponse: dataOf<StorageUse>,
      providesTags: ['Partner'],
    }),
  }),
});

export const { useGetStorageUseQuery } = storageApi;
