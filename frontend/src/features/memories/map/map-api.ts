import type { MapPlace, MemoryMap } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { baseApi } from '../../../api/base-api.js';
import type { MemoryFilter } from '../filter/use-memory-filter.js';

const mapApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The first page is small, so that the map shows at once; those after it are large. */
    getPlaces: build.infiniteQuery<MemoryMap, MemoryFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }, pages) =>
          placesOf(pages).length < LIMITS.placesOnMap ? (nextCursor ?? undefined) : undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/memories/map',
        params: { ...queryArg, ...(pageParam !== null && { cursor: pageParam, limit: LIMITS.placePageMax }) },
      }),
      transformResponse: ({ data }: { data: MemoryMap }) => data,
      providesTags: ['Capsules'],
    }),
  }),
});

/** A contribution may have a picture at each of several places. */
export const placeKey = ({ contributionId, attachmentId }: MapPlace): string => attachmentId ?? contributionId;

/** Each place once, also when a page began anew because the row before it was deleted. */
export const placesOf = (pages: readonly MemoryMap[]): MapPlace[] => [
  ...new Map(pages.flatMap(({ places }) => places).map((place) => [placeKey(place), place])).values(),
];

export const { useGetPlacesInfiniteQuery } = mapApi;
