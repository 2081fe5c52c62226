import type { MediaLink } from '@duet/contracts';
import { baseApi, dataOf } from '../api/base-api.js';
import { serverNow } from '../api/server-time.js';
import type { LiveStore } from './live-store.js';
import { session } from '../platform/session/session.js';

/** A link this close to its expiry is not used, so that a download with it completes. Milliseconds. */
const MARGIN = 30_000;

/** Requests within this time share one call, in milliseconds. */
const BATCH_DELAY = 20;

/** How many links the server signs per call. */
const PER_CALL = 50;

const linksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signMedia: build.mutation<{ links: MediaLink[] }, string[]>({
      query: (ids) => ({ url: '/media/links', method: 'POST', body: { ids } }),
      transformResponse: dataOf<{ links: MediaLink[] }>,
    }),
  }),
});

export type SignMedia = (ids: string[]) => Promise<MediaLink[]>;

export const signOver =
  (store: LiveStore): SignMedia =>
  async (ids) =>
    (await store.dispatch(linksApi.endpoints.signMedia.initiate(ids, { track: false }))).data?.links ?? [];

interface LinkRequest {
  id: string;
  resolve: (query: string | null) => void;
}

/** Signed queries by attachment id, shared by the page: fetched in batches, cached until shortly before they expire. */
const cachedLinks = new Map<string, MediaLink>();
const asking = new Map<string, Promise<string | null>>();
let requests: LinkRequest[] = [];
let gathering: ReturnType<typeof setTimeout> | undefined;
let owner = session.get().user?._id;

// Links are signed for one user.
session.subscribe(() => {
  const now = session.get().user?._id;
  if (now !== owner) cachedLinks.clear();
  owner = now;
});

const isFresh = (link: MediaLink | undefined): link is MediaLink =>
  link !== undefined && Date.parse(link.expiresAt) - serverNow() > MARGIN;

async function ask(batch: LinkRequest[], sign: SignMedia): Promise<void> {
  const links = new Map((await sign(batch.map(({ id }) => id)).catch(() => [])).map((link) => [link.id, link]));
  for (const { id, resolve } of batch) {
    const link = links.get(id);
    asking.delete(id);
    if (link) cachedLinks.set(id, link);
    else cachedLinks.delete(id);
    resolve(link?.query ?? null);
  }
}

function flush(sign: SignMedia): void {
  const all = requests;
  requests = [];
  for (let from = 0; from < all.length; from += PER_CALL) void ask(all.slice(from, from + PER_CALL), sign);
}

export const mediaLinks = {
  /** The cached query, if it is valid for a while; else null. */
  cachedQuery(id: string): string | null {
    const link = cachedLinks.get(id);
    return isFresh(link) ? link.query : null;
  },

  /** A valid query, fetched if none is cached; null where the server signs none. */
  fetchQuery(id: string, sign: SignMedia): Promise<string | null> {
    const now = mediaLinks.cachedQuery(id);
    if (now !== null) return Promise.resolve(now);
    const running = asking.get(id);
    if (running) return running;
    const answer = new Promise<string | null>((resolve) => requests.push({ id, resolve }));
    asking.set(id, answer);
    clearTimeout(gathering);
    gathering = setTimeout(() => flush(sign), BATCH_DELAY);
    return answer;
  },

  /** The query did not work: drops it, so that the next one is new. */
  dropQuery(id: string, query: string): void {
    if (cachedLinks.get(id)?.query === query) cachedLinks.delete(id);
  },

  /** How long the cached query may still be used, in milliseconds. */
  usableFor(id: string): number {
    const link = cachedLinks.get(id);
    return link ? Math.max(0, Date.parse(link.expiresAt) - serverNow() - MARGIN) : 0;
  },
};

/** An attachment's path with its signed query. */
export const signed = (path: string, query: string): string => `${path}?${query.replace(/^\?/, '')}`;
