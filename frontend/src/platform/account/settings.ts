import type { Settings } from '@duet/contracts';
import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { baseApi } from '../../api/base-api.js';
import { useMayAsk } from '../session/session.js';

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<Settings, void>({
      query: () => '/users/settings',
      // An answer of an earlier build lacks the settings that this page knows already.
      transformResponse: (answer: { data: Settings }) => mergeSettings(DEFAULT_SETTINGS, answer.data),
      providesTags: ['Settings'],
    }),
  }),
});

export const { getSettings } = settingsApi.endpoints;

interface SettingsState {
  settings: Settings;
  /** False while `settings` are defaults: controls stay disabled until then. */
  isLoaded: boolean;
  isError: boolean;
  refetch: () => unknown;
}

export function useSettings(): SettingsState {
  const { data, isError, refetch } = settingsApi.useGetSettingsQuery(undefined, { skip: !useMayAsk() });
  return { settings: data ?? DEFAULT_SETTINGS, isLoaded: data !== undefined, isError, refetch };
}
