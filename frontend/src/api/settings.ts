import type { Settings, SettingsChange } from '@duet/contracts';
import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { baseApi, dataOf } from './base-api.js';
import { useSession } from './session.js';

const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<Settings, void>({
      query: () => '/users/settings',
      transformResponse: dataOf<Settings>,
      providesTags: ['Settings'],
    }),
    updateSettings: build.mutation<Settings, SettingsChange>({
      query: (settings) => ({ url: '/users/settings', method: 'PUT', body: { settings } }),
      transformResponse: dataOf<Settings>,
      onQueryStarted: async (change, { dispatch, queryFulfilled }) => {
        const write = (next: (held: Settings) => Settings) =>
          dispatch(settingsApi.util.updateQueryData('getSettings', undefined, (held) => next(held)));
        const shown = write((held) => mergeSettings(held, change));
        const answer = await queryFulfilled.catch(() => null);
        if (answer) write(() => answer.data);
        else shown.undo();
      },
    }),
  }),
});

export const { useUpdateSettingsMutation } = settingsApi;
export const { getSettings } = settingsApi.endpoints;

interface SettingsNow {
  settings: Settings;
  /** Nothing may be changed before the real values are there: a switch must show what it switches. */
  isLoaded: boolean;
  isError: boolean;
  refetch: () => unknown;
}

export function useSettings(): SettingsNow {
  const { isAuthenticated } = useSession();
  const { data, isError, refetch } = settingsApi.useGetSettingsQuery(undefined, { skip: !isAuthenticated });
  return { settings: data ?? DEFAULT_SETTINGS, isLoaded: data !== undefined, isError, refetch };
}
