import { createApi } from '@reduxjs/toolkit/query/react';
import { LIMITS } from '@duet/contracts/plain';
import { baseQuery } from './base-query.js';

/** The one cache of server data. Features add their calls with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: LIMITS.queryCache / 1000,
  refetchOnMountOrArgChange: LIMITS.queryStale / 1000,
  refetchOnReconnect: true,
  tagTypes: ['Account', 'Partner', 'ReceivedRequests', 'SentRequests', 'Sessions', 'Settings', 'Blocked', 'Notifications', 'Stats', 'Activity', 'Dates', 'Daily', 'DailyPreferences', 'OwnQuestions', 'Export', 'Unread', 'Scheduled', 'Draft', 'Pinned', 'OnThisDay'],
  endpoints: () => ({}),
});

/** Takes the payload out of the `{success, data}` envelope. */
export const dataOf = <T>(answer: { data: T }): T => answer.data;
