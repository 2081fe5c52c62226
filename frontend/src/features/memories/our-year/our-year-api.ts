import type { CapsuleView, DismissYearDto, KeepYearDto, OurYear } from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';

const ourYearApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOurYear: build.query<OurYear, void>({
      query: () => '/memories/our-year',
      transformResponse: dataOf<OurYear>,
      // The partner may have made the keepsake meanwhile.
      providesTags: ['Capsules'],
    }),
    keepYear: build.mutation<CapsuleView, KeepYearDto>({
      query: (body) => ({ url: '/memories/our-year', method: 'POST', body }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: ['Capsules', 'Stats'],
    }),
    dismissYear: build.mutation<unknown, DismissYearDto>({
      query: (body) => ({ url: '/memories/our-year/dismiss', method: 'POST', body }),
      invalidatesTags: ['Capsules'],
    }),
  }),
});

export const { useGetOurYearQuery, useKeepYearMutation, useDismissYearMutation } = ourYearApi;
