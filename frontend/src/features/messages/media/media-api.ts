import type { GalleryPage, GalleryQueryDto, MessageView } from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';
import { live } from '../../../sync/index.js';

export type GalleryKind = GalleryQueryDto['kind'];

/** Rows per page. */
const GALLERY_PAGE = 30;

const mediaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Marks a voice note as played, which its sender sees. */
    markPlayed: build.mutation<MessageView, string>({
      query: (id) => ({ url: `/messages/${id}/played`, method: 'POST' }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(live.arrived({ kind: 'reply', message: done.data }));
      },
    }),
    galleryPage: build.query<GalleryPage, { kind: GalleryKind; before?: number }>({
      query: (params) => ({ url: '/messages/gallery', params: { limit: GALLERY_PAGE, ...params } }),
      transformResponse: dataOf<GalleryPage>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useMarkPlayedMutation, useLazyGalleryPageQuery } = mediaApi;
