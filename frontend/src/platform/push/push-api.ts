import type { PushState, SubscribePushDto } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

/** This device's push subscription on the server. */
const pushApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPush: build.query<PushState, void>({
      query: () => '/users/push',
      transformResponse: dataOf<PushState>,
      keepUnusedDataFor: 0,
    }),
    subscribePush: build.mutation<PushState, SubscribePushDto>({
      query: (body) => ({ url: '/users/push', method: 'POST', body }),
      transformResponse: dataOf<PushState>,
    }),
    unsubscribePush: build.mutation<PushState, void>({
      query: () => ({ url: '/users/push', method: 'DELETE' }),
      transformResponse: dataOf<PushState>,
    }),
    testPush: build.mutation<unknown, void>({ query: () => ({ url: '/users/push/test', method: 'POST' }) }),
  }),
});

export const { getPush, subscribePush, unsubscribePush, testPush } = pushApi.endpoints;
