import type { ChangeWishDto, CreateWishDto, WishList, WishListQueryDto, WishView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';

interface Page {
  items: WishView[];
  nextCursor: string | null;
  available: number;
}

const wishesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    /** A call on one wish. The list loads again, also after a refusal: the screen was wrong. */
    const press = <Given extends { id: string }>(
      query: (given: Given) => { url: string; method: string; body?: object },
    ) =>
      build.mutation<WishView, Given>({
        query,
        transformResponse: dataOf<WishView>,
        invalidatesTags: ['Wishes'],
      });
    return {
      getWishes: build.infiniteQuery<Page, WishListQueryDto, string | null>({
        infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
        query: ({ queryArg, pageParam }) => ({
          url: '/wishes',
          params: { ...queryArg, ...(pageParam !== null && { cursor: pageParam }) },
        }),
        transformResponse: ({
          data,
          nextCursor,
          available,
        }: { data: WishView[] } & Pick<WishList, 'nextCursor' | 'available'>) => ({
          items: data,
          nextCursor,
          available,
        }),
        // New points change the wishes that they can redeem.
        providesTags: ['Wishes', 'Badges'],
      }),
      createWish: build.mutation<WishView, CreateWishDto>({
        query: (body) => ({ url: '/wishes', method: 'POST', body }),
        transformResponse: dataOf<WishView>,
        invalidatesTags: ['Wishes'],
      }),
      deleteWish: build.mutation<unknown, { id: string }>({
        query: ({ id }) => ({ url: `/wishes/${id}`, method: 'DELETE' }),
        invalidatesTags: ['Wishes'],
      }),
      changeWish: press<ChangeWishDto & { id: string }>(({ id, ...body }) => ({
        url: `/wishes/${id}`,
        method: 'PATCH',
        body,
      })),
      redeemWish: press<{ id: string }>(({ id }) => ({ url: `/wishes/${id}/redeem`, method: 'POST' })),
      giveWishBack: press<{ id: string }>(({ id }) => ({ url: `/wishes/${id}/redeem`, method: 'DELETE' })),
      confirmWish: press<{ id: string }>(({ id }) => ({ url: `/wishes/${id}/confirm`, method: 'POST' })),
    };
  },
});

export const {
  useGetWishesInfiniteQuery,
  useCreateWishMutation,
  useDeleteWishMutation,
  useChangeWishMutation,
  useRedeemWishMutation,
  useGiveWishBackMutation,
  useConfirmWishMutation,
} = wishesApi;
