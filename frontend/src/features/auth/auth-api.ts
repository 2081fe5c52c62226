import type { AuthResponse, SessionView, UserView } from '@duet/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { FRESH, answerOf, baseApi, dataOf } from '../../api/base-api.js';
import { followUser, getProfile } from '../../platform/account/profile.js';
import { session } from '../../platform/session/session.js';
import type { Credentials } from './sign-in-api.js';

/** Signs in with the answer's tokens. The caller shows failures. */
async function signInWith(answer: Promise<{ data: AuthResponse }>): Promise<void> {
  const { data } = await answer.catch(() => ({ data: null }));
  if (data) session.signedIn(data);
}

/**
 * Reloads the account after a call that may have changed it: a mailed link may belong to this account or to another, and an
 * ending of trust, such as a new password, cancels an e-mail change.
 */
async function readAccountAfter(
  answer: Promise<unknown>,
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>,
): Promise<void> {
  const done = await answer.then(() => true).catch(() => false);
  if (done && session.get().user) await answerOf(dispatch(getProfile.initiate(undefined, FRESH)));
}

const anonymous = { anonymous: true } as const;

const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Sends the session's token too: it ends the session although somebody else may have used the refresh token.
    logout: build.mutation<unknown, { refreshToken: string | null }>({
      query: ({ refreshToken }) => ({
        url: '/auth/logout',
        method: 'POST',
        body: refreshToken === null ? {} : { refreshToken },
      }),
    }),
    resetPassword: build.mutation<AuthResponse, { token: string; password: string; code?: string }>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body }),
      extraOptions: anonymous,
      onQueryStarted: (_arg, { queryFulfilled }) => signInWith(queryFulfilled),
    }),
    // A mutation, because the link works once: queries are repeated after a lost answer and with each connection.
    verifyEmail: build.mutation<unknown, string>({
      // Sends the session's token: a changed address ends all sessions but this one.
      query: (token) => `/auth/verify-email/${encodeURIComponent(token)}`,
      // After a failure too: an earlier attempt, whose answer was lost, may have verified the address.
      onQueryStarted: (_arg, { dispatch, queryFulfilled }) =>
        readAccountAfter(
          queryFulfilled.catch(() => null),
          dispatch,
        ),
    }),
    cancelEmailChangeByLink: build.mutation<unknown, string>({
      query: (token) => ({ url: '/auth/cancel-email-change', method: 'POST', body: { token } }),
      extraOptions: anonymous,
      onQueryStarted: (_arg, { dispatch, queryFulfilled }) => readAccountAfter(queryFulfilled, dispatch),
    }),
    unsubscribe: build.mutation<unknown, string>({
      query: (token) => ({ url: `/auth/unsubscribe/${encodeURIComponent(token)}`, method: 'POST' }),
      extraOptions: anonymous,
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
      invalidatesTags: ['Sessions', 'Export'],
      onQueryStarted: (_arg, { dispatch, queryFulfilled }) => readAccountAfter(queryFulfilled, dispatch),
    }),
    changePassword: build.mutation<unknown, { currentPassword: string; newPassword: string }>({
      query: (body) => ({ url: '/users/password', method: 'PUT', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Sessions', 'Export']),
      onQueryStarted: (_arg, { dispatch, queryFulfilled }) => readAccountAfter(queryFulfilled, dispatch),
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
    /** Of the signed-in account, or of an address. */
    resendVerification: build.mutation<unknown, { email?: string }>({
      query: (body) => ({ url: '/auth/resend-verification', method: 'POST', body }),
    }),
  }),
});

export const {
  useLogoutMutation,
  useResetPasswordMutation,
  useVerifyEmailMutation,
  useCancelEmailChangeByLinkMutation,
  useResendVerificationMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useCancelEmailChangeMutation,
  useDeleteAccountMutation,
  useUnsubscribeMutation,
} = authApi;
