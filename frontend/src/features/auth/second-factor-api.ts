import type {
  RecoveryCodes,
  SecondFactorRemoval,
  SecondFactorSetup,
  SecondFactorView,
  UserView,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { followUser } from '../../platform/account/profile.js';

const anonymous = { anonymous: true } as const;

interface Password {
  password: string;
}

const secondFactorApi = baseApi.injectEndpoints({
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
    /** The answer is the same for every address. */
    askSecondFactorRemoval: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: '/auth/two-factor/lost', method: 'POST', body }),
      extraOptions: anonymous,
    }),
    beginSecondFactorRemoval: build.mutation<SecondFactorRemoval, { token: string }>({
      query: (body) => ({ url: '/auth/two-factor/removal', method: 'POST', body }),
      extraOptions: anonymous,
      transformResponse: dataOf<SecondFactorRemoval>,
    }),
    keepSecondFactor: build.mutation<unknown, { token: string }>({
      query: (body) => ({ url: '/auth/two-factor/keep', method: 'POST', body }),
      extraOptions: anonymous,
    }),
    cancelSecondFactorRemoval: build.mutation<UserView, void>({
      query: () => ({ url: '/users/two-factor/removal', method: 'DELETE' }),
      transformResponse: dataOf<UserView>,
      onQueryStarted: (_arg, { queryFulfilled }) => followUser(queryFulfilled),
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
  useAskSecondFactorRemovalMutation,
  useBeginSecondFactorRemovalMutation,
  useKeepSecondFactorMutation,
  useCancelSecondFactorRemovalMutation,
} = secondFactorApi;
