import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
  retry,
} from '@reduxjs/toolkit/query/react';
import { LIMITS } from '@duet/contracts/plain';
import { callHeaders } from './call-headers.js';
import { callSession } from './call-session.js';
import { failureOf } from './errors.js';
import { learnServerTime } from './server-time.js';

export interface CallOptions {
  /** Sends no bearer token and treats a 401 as the answer: sign-in, registration, reset links. */
  anonymous?: boolean;
  /** It proves the session of a page that opens, for which other calls wait. */
  opens?: boolean;
}

type Call = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, CallOptions>;

const overHttp: Call = async (args, api, options) => {
  const sent = performance.now();
  const answer = await fetchBaseQuery({
    // Absolute, because the tests' fetch resolves no relative URL.
    baseUrl: new URL('/api', window.location.origin).href,
    timeout: LIMITS.apiTimeout,
    prepareHeaders: (headers) => {
      const token = callSession().token();
      if (token && options?.anonymous !== true) headers.set('authorization', `Bearer ${token}`);
      for (const [name, value] of Object.entries(callHeaders())) headers.set(name, value);
    },
  })(args, api, {});
  learnServerTime(answer.meta?.response?.headers, sent, performance.now());
  return answer;
};

/** After a 401, refreshes the token (once for all callers and tabs) and repeats the call once. */
const withSession: Call = async (args, api, options) => {
  const session = callSession();
  // While the server is away, queries fail at once; what somebody presses is tried.
  if (options?.anonymous !== true && options?.opens !== true && !(await session.opened()) && api.type === 'query')
    return offline;
  const [token, userId] = [session.token(), session.userId()];
  const first = await overHttp(args, api, options);
  if (first.error?.status !== 401 || options?.anonymous === true) return first;
  const outcome = await session.refresh(token);
  if (outcome === 'refused') session.end();
  // Another tab may have signed in another user: this call must not be repeated in their name.
  if (outcome !== 'refreshed' || session.userId() !== userId) return outcome === 'unreachable' ? offline : first;
  const second = await overHttp(args, api, options);
  // The server refuses even the refreshed token: the session has ended.
  if (second.error?.status === 401 && failureOf(second.error).code === 'UNAUTHENTICATED') session.end();
  return second;
};

const offline = { error: { status: 'FETCH_ERROR', error: 'server not reached' } } as const;

const isTransient = (error: unknown): boolean => (failureOf(error).status ?? 500) >= 500;

/** Repeats a query once after a server error or no answer; never a mutation, whose caller decides. */
export const baseQuery = retry(withSession, {
  retryCondition: (error, _args, { attempt, baseQueryApi }) =>
    baseQueryApi.type === 'query' && attempt <= 1 && isTransient(error),
});
