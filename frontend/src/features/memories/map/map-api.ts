import type { MapPlace, MemoryMap } from '@duet/contracts';
import { baseApi } from '../../../api/base-api.js';
import type { MemoryFilter } from '../filter/use-memory-filter.js';

const mapApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPlaces: build.query<MapPlace[], MemoryFilter>({
      query: (filter) => ({ url: '/memories/map', params: { ...filter } }),
      transformResponse: ({ data }: { data: MemoryMap }) => data.places,
      providesTags: ['Capsules'],
    }),
  }),
});

export const { useGetPlacesQuery } = mapApi;
