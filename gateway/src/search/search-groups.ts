import {
  LIMITS,
  type SearchGroup,
  type SearchResults,
  listDailyHistory,
  searchChallenges,
  searchDates,
  searchGoals,
  searchLists,
  searchMemories,
  searchMessages,
  searchStories,
  searchWishes,
} from '@duet/contracts';
import type { CallContext, RpcClient } from '@duet/service-kit';

interface Search {
  q: string;
  limit: number;
}

/** Asks the service that has the group. */
type Ask<Group extends SearchGroup> = (
  rpc: RpcClient,
  context: CallContext,
  search: Search,
) => Promise<SearchResults[Group]>;

const WAIT = LIMITS.searchGroupTimeout;

/** The search of each group. */
export const SEARCHED: { readonly [Group in SearchGroup]: Ask<Group> } = {
  memories: (rpc, context, search) => rpc.call(searchMemories, context, search, WAIT),
  challenges: (rpc, context, search) => rpc.call(searchChallenges, context, search, WAIT),
  goals: (rpc, context, search) => rpc.call(searchGoals, context, search, WAIT),
  stories: (rpc, context, search) => rpc.call(searchStories, context, search, WAIT),
  lists: (rpc, context, search) => rpc.call(searchLists, context, search, WAIT),
  wishes: (rpc, context, search) => rpc.call(searchWishes, context, search, WAIT),
  questions: async (rpc, context, search) => {
    const { questions: hits, nextCursor } = await rpc.call(listDailyHistory, context, search, WAIT);
    return { hits, more: nextCursor !== null };
  },
  dates: (rpc, context, search) => rpc.call(searchDates, context, search, WAIT),
  messages: async (rpc, context, search) => {
    const { messages: hits, hasMore: more } = await rpc.call(searchMessages, context, search, WAIT);
    return { hits, more };
  },
};
