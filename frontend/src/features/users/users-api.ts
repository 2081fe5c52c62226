import type { UserView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { followUser } from '../../platform/account/profile.js';

export interface ProfileChange {
  firstName: string;
  lastName: string;
  username: string;
  bio: string;
}

const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    updateProfile: build.mutation<UserView, ProfileChange>({
      query: (body) => ({ url: '/users/profile', method: 'PUT', body }),
      transformResponse: dataOf<UserView>,
      invalidatesTags: (user) => (user ? ['Account'] : []),
      onQueryStarted: (_arg, { queryFulfilled }) => followUser(queryFulfilled),
    }),
  }),
});

export const { useUpdateProfileMutation } = usersApi;
