import { FRESH, answerOf, baseApi } from '../../api/base-api.js';
import type { LiveStore } from '../live-store.js';
import type { Attempt } from '../pending/delivery.js';
import { unstoredByError } from '../pending/unstored.js';

const albumCalls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    findCapsule: build.query<unknown, string>({ query: (id) => `/capsules/${id}`, keepUnusedDataFor: 0 }),
  }),
});

/** Asks the server whether the capsule is still there. */
export async function findCapsule({ dispatch }: LiveStore, capsuleId: string): Promise<Attempt<true>> {
  const { error } = await answerOf(dispatch(albumCalls.endpoints.findCapsule.initiate(capsuleId, FRESH)));
  return error === undefined ? { kind: 'stored', stored: true } : unstoredByError(error);
}
