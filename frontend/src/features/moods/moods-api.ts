import type { MoodList, MoodView, SetMoodDto } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const moodsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMoods: build.query<MoodList, void>({
      query: () => '/moods',
      transformResponse: dataOf<MoodList>,
      providesTags: ['Moods'],
    }),
    setMood: build.mutation<MoodView, SetMoodDto>({
      query: (body) => ({ url: '/moods/today', method: 'PUT', body }),
      transformResponse: dataOf<MoodView>,
      invalidatesTags: ['Moods'],
      // Shows the stored mood at once; the reload brings the rest.
      onQueryStarted: async (_mood, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        const { userId, day } = answer.data;
        dispatch(
          moodsApi.util.updateQueryData('getMoods', undefined, (draft) => {
            const others = draft.moods.filter((mood) => mood.userId !== userId || mood.day !== day);
            draft.moods = [answer.data, ...others];
          }),
        );
      },
    }),
    clearMood: build.mutation<unknown, void>({
      query: () => ({ url: '/moods/today', method: 'DELETE' }),
      invalidatesTags: ['Moods'],
    }),
  }),
});

export const { useGetMoodsQuery, useSetMoodMutation, useClearMoodMutation } = moodsApi;
