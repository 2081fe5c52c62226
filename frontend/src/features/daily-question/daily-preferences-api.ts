import type { DailyPreferences, DailyPreferencesDto } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { showAtOnce } from '../../api/show-at-once.js';

const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDailyPreferences: build.query<DailyPreferences, void>({
      query: () => '/daily-question/preferences',
      transformResponse: dataOf<DailyPreferences>,
      providesTags: ['DailyPreferences'],
    }),
  }),
});

const { getDailyPreferences } = preferencesApi.endpoints;

/** The rest of a change shows once the server has it. */
const show = showAtOnce<DailyPreferences, DailyPreferencesDto>((preferences, { categories, rhythmShown }) => ({
  ...preferences,
  ...(categories && { categories }),
  ...(rhythmShown !== undefined && { rhythmShown }),
}));

const changesApi = preferencesApi.injectEndpoints({
  endpoints: (build) => ({
    setDailyPreferences: build.mutation<DailyPreferences, DailyPreferencesDto>({
      query: (body) => ({ url: '/daily-question/preferences', method: 'PUT', body }),
      transformResponse: dataOf<DailyPreferences>,
      invalidatesTags: ['Daily', 'DailyPreferences'],
      onQueryStarted: (change, { dispatch, getState, queryFulfilled }) =>
        show(
          {
            read: () => getDailyPreferences.select()(getState()).data,
            write: (next) =>
              void dispatch(preferencesApi.util.updateQueryData('getDailyPreferences', undefined, () => next)),
          },
          change,
          queryFulfilled.then(({ data }) => data),
        ),
    }),
  }),
});

export const { useGetDailyPreferencesQuery } = preferencesApi;
export const { useSetDailyPreferencesMutation } = changesApi;
