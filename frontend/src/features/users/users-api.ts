import type { UserView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { followUser } from '../../api/profile.js';

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
    uploadAvatar: build.mutation<unknown, Blob>({
      query: (picture) => {
        const body = new FormData();
        body.append('avatar', picture, 'avatar.jpg');
        return { url: '/users/avatar', method: 'POST', body };
      },
      // The address comes with the account, which is loaded anew.
      invalidatesTags: (_answer, error) => (error ? [] : ['Account']),
    }),
  }),
});

export const { useUpdateProfileMutation, useUploadAvatarMutation } = usersApi;
