import type { AuthResponse, SessionView, UserView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { followUser, getProfile } from '../../api/profile.js';
import { session } from '../../api/session.js';

export interface Credentials {
  email: string;
  password: string;
}

/** With the code of an authenticator app, once the server has asked for it. */
interface SignIn extends Credentials {
  code?: string;
}

export interface Registration extends Credentials {
  firstName: string;
  lastName: string;
  username: string;
  confirmPassword: string;
}

/** Whoever gets tokens is signed in; the calling screen shows a failure. */
export async function signInWith(answer: Promise<{ data: AuthResponse }>): Promise<void> {
  const { data } = await answer.catch(() => ({ data: null }));
  if (data) session.signedIn(data);
}

const anonymous = { anonymous: true } as const;

const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<AuthResponse, SignIn>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: anonymous,
      onQueryStarted: (_arg, { queryFulfilled }) => signInWith(queryFulfilled),
    }),
    register: build.mutation<AuthResponse, Registration>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
      extraOptions: anonymous,
      onQueryStarted: (_arg, { queryFulfilled }) => signInWith(queryFulfilled),
    }),
    logout: build.mutation<unknown, { refreshToken: string | null }>({
      query: ({ refreshToken }) => ({ url: '/auth/logout', method: 'POST', body: refreshToken === null ? {} : { refreshToken } }),
      extraOptions: anonymous,
    }),
    forgotPassword: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: '/auth/forgot-password', method: 'POST', body }),
      extraOptions: anonymous,
    }),
    resetPassword: build.mutation<AuthResponse, { token: string; password: string; code?: string }>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body }),
      extraOptions: anonymous,
      onQueryStarted: (_arg, { queryFulfilled }) => signInWith(queryFulfilled),
    }),
    verifyEmail: build.query<unknown, string>({
      query: (token) => `/auth/verify-email/${encodeURIComponent(token)}`,
      extraOptions: anonymous,
      // The link may be somebody else's, or have changed the address: the account itself says how it stands.
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.then(() => true).catch(() => false);
        if (done && session.get().user) await dispatch(getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }));
      },
    }),
    getSessions: build.query<SessionView[], void>({
      query: () => '/auth/sessions',
      transformResponse: dataOf<SessionView[]>,
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/sessions', method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
    changePassword: build.mutation<unknown, { currentPassword: string; newPassword: string }>({
      query: (body) => ({ url: '/users/password', method: 'PUT', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Sessions']),
    }),
    changeEmail: build.mutation<UserView, Credentials>({
      query: (body) => ({ url: '/users/email', method: 'POST', body }),
      transformResponse: dataOf<UserView>,
      onQueryStarted: (_arg, { queryFulfilled }) => followUser(queryFulfilled),
    }),
    cancelEmailChange: build.mutation<UserView, void>({
      query: () => ({ url: '/users/email', method: 'DELETE' }),
      transformResponse: dataOf<UserView>,
      onQueryStarted: (_arg, { queryFulfilled }) => followUser(queryFulfilled),
    }),
    deleteAccount: build.mutation<unknown, { password: string }>({
      query: (body) => ({ url: '/users/account', method: 'DELETE', body }),
    }),
    resendVerification: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/resend-verification', method: 'POST', body: {} }),
    }),
  }),
});

export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useVerifyEmailQuery,
  useResendVerificationMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useCancelEmailChangeMutation,
  useDeleteAccountMutation,
} = authApi;
