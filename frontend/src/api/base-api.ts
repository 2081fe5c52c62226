import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { LIMITS } from '@duet/contracts/plain';
import { baseQuery } from './base-query.js';

/** The cache of server data. Features add their endpoints with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: LIMITS.queryCache / 1000,
  refetchOnMountOrArgChange: LIMITS.queryStale / 1000,
  refetchOnReconnect: true,
  tagTypes: [
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
  ],
  endpoints: () => ({}),
});

/** Unwraps the `{success, data}` envelope. */
export const dataOf = <T>(answer: { data: T }): T => answer.data;

/** The part of the store that calls outside of components need. */
export interface ApiStore {
  dispatch: ThunkDispatch<{ api: ReturnType<typeof baseApi.reducer> }, unknown, UnknownAction>;
}
