import type { NudgeKind, NudgeState } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const nudgesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNudgeState: build.query<NudgeState, void>({
      query: () => '/nudges',
      transformResponse: dataOf<NudgeState>,
      providesTags: ['Nudges'],
    }),
    sendNudge: build.mutation<NudgeState, NudgeKind>({
      query: (kind) => ({ url: '/nudges', method: 'POST', body: { kind } }),
      transformResponse: dataOf<NudgeState>,
      // After a refusal too: another device may have sent one.
      invalidatesTags: (_state, error) => (error ? ['Nudges'] : ['Activity']),
      onQueryStarted: async (_kind, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(nudgesApi.util.upsertQueryData('getNudgeState', undefined, answer.data));
      },
    }),
  }),
});

export const { useGetNudgeStateQuery, useSendNudgeMutation } = nudgesApi;
