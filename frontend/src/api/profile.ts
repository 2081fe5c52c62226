import type { UserView } from '@duet/contracts';
import { baseApi, dataOf } from './base-api.js';
import { session } from './session.js';

/** The signed-in person's account. Whatever answer carries it, the session follows. */
const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<UserView, void>({
      query: () => '/users/profile',
      transformResponse: dataOf<UserView>,
      providesTags: ['Account'],
      onQueryStarted: (_arg, { queryFulfilled }) => followUser(queryFulfilled),
    }),
  }),
});

/** Keeps the session's user level with an answer; a failure is the caller's to show. */
export async function followUser(answer: Promise<{ data: UserView }>): Promise<void> {
  const { data } = await answer.catch(() => ({ data: null }));
  if (data) session.userLoaded(data);
}

export const { getProfile } = profileApi.endpoints;
