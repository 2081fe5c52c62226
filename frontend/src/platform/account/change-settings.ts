import type { Settings, SettingsChange } from '@duet/contracts';
import { mergeSettings } from '@duet/contracts/plain';
import { dataOf } from '../../api/base-api.js';
import { showAtOnce } from '../../api/show-at-once.js';
import { getSettings, settingsApi } from './settings.js';

const show = showAtOnce<Settings, SettingsChange>(mergeSettings);

const changesApi = settingsApi.injectEndpoints({
  endpoints: (build) => ({
    updateSettings: build.mutation<Settings, SettingsChange>({
      query: (settings) => ({ url: '/users/settings', method: 'PUT', body: { settings } }),
      transformResponse: dataOf<Settings>,
      onQueryStarted: (change, { dispatch, getState, queryFulfilled }) =>
        show(
          {
            read: () => getSettings.select()(getState()).data,
            write: (next) => void dispatch(settingsApi.util.updateQueryData('getSettings', undefined, () => next)),
          },
          change,
          queryFulfilled.then(({ data }) => data),
        ),
    }),
  }),
});

export const { useUpdateSettingsMutation } = changesApi;
