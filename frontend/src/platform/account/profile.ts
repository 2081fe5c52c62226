import type { UserView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { session } from '../session/session.js';

/** The signed-in user's account. Every answer with the account updates the session. */
const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<UserView, void>({
      query: () => '/users/profile',
      extraOptions: { opens: true },
      transformResponse: dataOf<UserView>,
      providesTags: ['Account'],
      onQueryStarted: (_arg, { queryFulfilled }) => followUser(queryFulfilled),
    }),
  }),
});

/** Updates the session's user from an answer. The caller shows failures. */
export async function followUser(answer: Promise<{ data: UserView }>): Promise<void> {
  const { data } = await answer.catch(() => ({ data: null }));
  if (data) session.userLoaded(data);
}

export const { getProfile } = profileApi.endpoints;
