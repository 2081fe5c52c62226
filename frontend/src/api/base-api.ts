import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { LIMITS } from '@duet/contracts/plain';
import { baseQuery } from './base-query.js';

/** The kinds of cached server data. */
export const TAG_TYPES = [
  'Account',
  'Partner',
  'ReceivedRequests',
  'SentRequests',
  'Sessions',
  'SecondFactor',
  'Settings',
  'Blocked',
  'Notifications',
  'Stats',
  'Activity',
  'Dates',
  'Daily',
  'DailyPreferences',
  'OwnQuestions',
  'Export',
  'Unread',
  'Scheduled',
  'Draft',
  'Pinned',
  'Starred',
  'OnThisDay',
  'Capsules',
  'Challenges',
  'ChallengeTemplates',
  'Badges',
  'Goals',
  'Stories',
  'Wishes',
  'Nudges',
  'Moods',
  'Lists',
] as const;

/** The cache of server data. Features add their endpoints with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: LIMITS.queryCache / 1000,
  refetchOnMountOrArgChange: LIMITS.queryStale / 1000,
  refetchOnReconnect: true,
  tagTypes: TAG_TYPES,
  endpoints: () => ({}),
});

/** Unwraps the `{success, data}` envelope. */
export const dataOf = <T>(answer: { data: T }): T => answer.data;

/** A query on its way that nobody has subscribed to for longer than its answer. */
interface Asked<Answer> extends Promise<Answer> {
  unsubscribe: () => void;
}

/**
 * Waits for a query outside of components and lets go of it: `await answerOf(dispatch(endpoint.initiate(arg, FRESH)))`. It stays
 * subscribed until then, because RTK Query drops pending queries without subscribers when a connection comes back.
 */
export async function answerOf<Answer>(asked: Asked<Answer>): Promise<Answer> {
  try {
    return await asked;
  } finally {
    asked.unsubscribe();
  }
}

/** Asks the server, whatever the cache has. */
export const FRESH = { forceRefetch: true } as const;

/** The part of the store that calls outside of components need. */
export interface ApiStore {
  dispatch: ThunkDispatch<{ api: ReturnType<typeof baseApi.reducer> }, unknown, UnknownAction>;
}
