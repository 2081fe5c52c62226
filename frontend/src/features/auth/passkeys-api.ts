import type { AddPasskeyDto, PasskeyCreationOptions, PasskeyView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

const passkeysApi = baseApi.enhanceEndpoints({ addTagTypes: ['Passkeys'] }).injectEndpoints({
  endpoints: (build) => ({
    beginPasskey: build.mutation<PasskeyCreationOptions, { password: string }>({
      query: (body) => ({ url: '/users/passkeys/options', method: 'POST', body }),
      transformResponse: dataOf<PasskeyCreationOptions>,
    }),
    addPasskey: build.mutation<PasskeyView, AddPasskeyDto>({
      query: (body) => ({ url: '/users/passkeys', method: 'POST', body }),
      transformResponse: dataOf<PasskeyView>,
      invalidatesTags: (_added, error) => (error ? [] : ['Passkeys']),
    }),
    renamePasskey: build.mutation<PasskeyView, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `/users/passkeys/${id}`, method: 'PATCH', body: { name } }),
      transformResponse: dataOf<PasskeyView>,
      // After a failure too, here and below: another device may have removed it.
      invalidatesTags: ['Passkeys'],
    }),
    removePasskey: build.mutation<unknown, { id: string; password: string }>({
      query: ({ id, password }) => ({ url: `/users/passkeys/${id}`, method: 'DELETE', body: { password } }),
      invalidatesTags: ['Passkeys'],
    }),
  }),
});

export const { useBeginPasskeyMutation, useAddPasskeyMutation, useRenamePasskeyMutation, useRemovePasskeyMutation } =
  passkeysApi;
