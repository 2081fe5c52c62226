import type { AvatarView, UserView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { followUser } from '../../platform/account/profile.js';
import { session } from '../../platform/session/session.js';

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
    uploadAvatar: build.mutation<AvatarView, Blob>({
      query: (picture) => {
        const body = new FormData();
        body.append('avatar', picture, 'avatar.jpg');
        return { url: '/users/avatar', method: 'POST', body };
      },
      transformResponse: dataOf<AvatarView>,
      // Takes the picture from the answer: an event updates the account later, so a reload now could return the old picture.
      onQueryStarted: async (_arg, { queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        const { user } = session.get();
        if (data && user) session.userLoaded({ ...user, avatar: data.avatar });
      },
    }),
  }),
});

export const { useUpdateProfileMutation, useUploadAvatarMutation } = usersApi;
