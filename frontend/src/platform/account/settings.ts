import type { Settings, SettingsChange } from '@duet/contracts';
import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { baseApi, dataOf } from '../../api/base-api.js';
import { useMayAsk } from '../session/session.js';

const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<Settings, void>({
      query: () => '/users/settings',
      // An answer of an earlier build lacks the settings that this page knows already.
      transformResponse: (answer: { data: Settings }) => mergeSettings(DEFAULT_SETTINGS, answer.data),
      providesTags: ['Settings'],
    }),
    updateSettings: build.mutation<Settings, SettingsChange>({
      query: (settings) => ({ url: '/users/settings', method: 'PUT', body: { settings } }),
      transformResponse: dataOf<Settings>,
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        const write = (next: (current: Settings) => Settings) =>
          dispatch(settingsApi.util.updateQueryData('getSettings', undefined, (current) => next(current)));
        const shown = write((current) => mergeSettings(current, change));
        const answer = await queryFulfilled.catch(() => null);
        if (answer) write(() => answer.data);
        else shown.undo();
      },
    }),
  }),
});

export const { useUpdateSettingsMutation } = settingsApi;
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
