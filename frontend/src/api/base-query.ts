import { type BaseQueryFn, type FetchArgs, type FetchBaseQueryError, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
import { LIMITS } from '@duet/contracts/plain';
import { failureOf } from './errors.js';
import { refreshTokens } from './refresh.js';
import { session } from './session.js';

export interface CallOptions {
  /** Sent without the bearer token, and a 401 is the answer itself: signing in, registering, reset links. */
  anonymous?: boolean;
}

type Call = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, CallOptions>;

const overHttp: Call = (args, api, options) =>
  fetchBaseQuery({
    // Absolute, because not every fetch (a test's) knows the page it belongs to.
    baseUrl: new URL('/api', window.location.origin).href,
    timeout: LIMITS.apiTimeout,
    prepareHeaders: (headers) => {
      const { token } = session.get();
      if (token && options?.anonymous !== true) headers.set('authorization', `Bearer ${token}`);
      headers.set('x-request-id', crypto.randomUUID());
    },
  })(args, api, {});

/** A 401 refreshes the token, once for all callers and tabs, and asks again, once. */
const withSession: Call = async (args, api, options) => {
  const { token, user } = session.get();
  const first = await overHttp(args, api, options);
  if (first.error?.status !== 401 || options?.anonymous === true) return first;
  const outcome = await refreshTokens(token);
  if (outcome === 'refused') session.signedOut();
  // Another tab may have signed in as somebody else: what the first person asked for must not be asked in that name.
  if (outcome !== 'refreshed' || session.get().user?._id !== user?._id) return outcome === 'unreachable' ? offline : first;
  return overHttp(args, api, options);
};

const offline = { error: { status: 'FETCH_ERROR', error: 'The session could not be renewed' } } as const;

const isTransient = (error: unknown): boolean => (failureOf(error).status ?? 500) >= 500;

/** Reads are repeated once when nothing or a server error came back; writes never, their sender decides. */
export const baseQuery = retry(withSession, {
  retryCondition: (error, _args, { attempt, baseQueryApi }) => baseQueryApi.type === 'query' && attempt <= 1 && isTransient(error),
});
