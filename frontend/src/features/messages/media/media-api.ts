import type { GalleryPage, GalleryQueryDto, MessageView } from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';
import { live } from '../../../api/live-state.js';

export type GalleryKind = GalleryQueryDto['kind'];

/** So many rows a panel loads at once. */
const PAGE = 30;

const mediaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** This person has heard it, and the other may know. */
    markPlayed: build.mutation<MessageView, string>({
      query: (id) => ({ url: `/messages/${id}/played`, method: 'POST' }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(live.arrived({ kind: 'reply', message: done.data }));
      },
    }),
    galleryPage: build.query<GalleryPage, { kind: GalleryKind; before?: number }>({
      query: (params) => ({ url: '/messages/gallery', params: { limit: PAGE, ...params } }),
      transformResponse: dataOf<GalleryPage>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useMarkPlayedMutation, useLazyGalleryPageQuery } = mediaApi;
