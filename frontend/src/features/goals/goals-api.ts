import type {
  AddGoalEntryDto,
  ChangeGoalDto,
  CreateGoalDto,
  GoalKept,
  GoalListQueryDto,
  GoalSummary,
  GoalView,
  RespondToGoalDto,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

interface Page {
  items: GoalSummary[];
  nextCursor: string | null;
}

const goalsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    /** A call that answers with the whole goal, which is shown at once. A refused one reloads: the screen was wrong. */
    const change = <Given extends { id: string }>(
      query: (given: Given) => { url: string; method: string; body?: object; keepalive?: boolean },
    ) =>
      build.mutation<GoalView, Given>({
        query,
        transformResponse: dataOf<GoalView>,
        invalidatesTags: ['Goals'],
        onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (!answer) return;
          const show = (shown: GoalView): GoalView => (answer.data.version >= shown.version ? answer.data : shown);
          dispatch(goalsApi.util.updateQueryData('getGoal', id, show));
        },
      });
    return {
      getGoals: build.infiniteQuery<Page, GoalListQueryDto, string | null>({
        infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
        query: ({ queryArg, pageParam }) => ({
          url: '/goals',
          params: { ...queryArg, ...(pageParam !== null && { cursor: pageParam }) },
        }),
        transformResponse: ({ data, nextCursor }: { data: GoalSummary[]; nextCursor: string | null }) => ({
          items: data,
          nextCursor,
        }),
        providesTags: ['Goals'],
      }),
      getGoal: build.query<GoalView, string>({
        query: (id) => `/goals/${id}`,
        transformResponse: dataOf<GoalView>,
        providesTags: ['Goals'],
      }),
      createGoal: build.mutation<GoalView, CreateGoalDto>({
        query: (body) => ({ url: '/goals', method: 'POST', body }),
        transformResponse: dataOf<GoalView>,
        invalidatesTags: ['Goals'],
      }),
      deleteGoal: build.mutation<unknown, string>({
        query: (id) => ({ url: `/goals/${id}`, method: 'DELETE' }),
        invalidatesTags: ['Goals'],
      }),
      changeGoal: change<ChangeGoalDto & { id: string }>(({ id, ...body }) => ({
        url: `/goals/${id}`,
        method: 'PATCH',
        body,
      })),
      respondToGoal: change<RespondToGoalDto & { id: string }>(({ id, ...body }) => ({
        url: `/goals/${id}/respond`,
        method: 'PATCH',
        body,
      })),
      addEntry: change<AddGoalEntryDto & { id: string }>(({ id, ...body }) => ({
        url: `/goals/${id}/entries`,
        method: 'POST',
        body,
      })),
      removeEntry: change<{ id: string; entryId: string }>(({ id, entryId }) => ({
        url: `/goals/${id}/entries/${entryId}`,
        method: 'DELETE',
        keepalive: true,
      })),
      tickMilestone: change<{ id: string; milestoneId: string; isDone: boolean }>(({ id, milestoneId, isDone }) => ({
        url: `/goals/${id}/milestones/${milestoneId}/complete`,
        method: isDone ? 'POST' : 'DELETE',
      })),
      keepGoal: build.mutation<GoalKept, { id: string }>({
        query: ({ id }) => ({ url: `/goals/${id}/keepsake`, method: 'POST' }),
        transformResponse: dataOf<GoalKept>,
        invalidatesTags: ['Capsules', 'Stats'],
      }),
      cheerGoal: change<{ id: string }>(({ id }) => ({ url: `/goals/${id}/cheer`, method: 'POST' })),
    };
  },
});

export const {
  useGetGoalsInfiniteQuery,
  useGetGoalQuery,
  useCreateGoalMutation,
  useDeleteGoalMutation,
  useChangeGoalMutation,
  useRespondToGoalMutation,
  useAddEntryMutation,
  useRemoveEntryMutation,
  useTickMilestoneMutation,
  useCheerGoalMutation,
  useKeepGoalMutation,
} = goalsApi;
