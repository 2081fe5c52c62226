import type { RecoveryCodes, SecondFactorSetup, SecondFactorView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

interface Password {
  password: string;
}

const secondFactorApi = baseApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    getSecondFactor: build.query<SecondFactorView, void>({
      query: () => '/users/two-factor',
      transformResponse: dataOf<SecondFactorView>,
      providesTags: ['SecondFactor'],
    }),
    setUpSecondFactor: build.mutation<SecondFactorSetup, Password>({
      query: (body) => ({ url: '/users/two-factor', method: 'POST', body }),
      transformResponse: dataOf<SecondFactorSetup>,
    }),
    enableSecondFactor: build.mutation<RecoveryCodes, { code: string }>({
      query: (body) => ({ url: '/users/two-factor/confirm', method: 'POST', body }),
      transformResponse: dataOf<RecoveryCodes>,
      invalidatesTags: (_codes, error) => (error ? [] : ['SecondFactor']),
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, Password>({
      query: (body) => ({ url: '/users/two-factor/recovery-codes', method: 'POST', body }),
      transformResponse: dataOf<RecoveryCodes>,
      invalidatesTags: (_codes, error) => (error ? [] : ['SecondFactor']),
    }),
    disableSecondFactor: build.mutation<unknown, Password>({
      query: (body) => ({ url: '/users/two-factor', method: 'DELETE', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['SecondFactor']),
    }),
  }),
});

export const {
  useGetSecondFactorQuery,
  useSetUpSecondFactorMutation,
  useEnableSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useDisableSecondFactorMutation,
} = secondFactorApi;
