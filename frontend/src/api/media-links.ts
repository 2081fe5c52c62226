import type { MediaLink } from '@duet/contracts';
import { baseApi, dataOf } from './base-api.js';
import type { LiveStore } from './live-store.js';
import { session } from './session.js';

/** A link this near to its end counts as over: what starts to load with it should get through. Milliseconds. */
const MARGIN = 30_000;

/** Asked for within this time goes into one call. */
const GATHER = 20;

/** So many the server signs at once. */
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

interface Wish {
  id: string;
  resolve: (query: string | null) => void;
}

/** Signed queries by attachment, shared by the whole page: asked for in batches, kept until shortly before their end. */
const held = new Map<string, MediaLink>();
const asking = new Map<string, Promise<string | null>>();
let wishes: Wish[] = [];
let gathering: ReturnType<typeof setTimeout> | undefined;
let person = session.get().user?._id;

// Links are a person's own.
session.subscribe(() => {
  const now = session.get().user?._id;
  if (now !== person) held.clear();
  person = now;
});

const isFresh = (link: MediaLink | undefined): link is MediaLink => link !== undefined && Date.parse(link.expiresAt) - Date.now() > MARGIN;

async function ask(batch: Wish[], sign: SignMedia): Promise<void> {
  const links = new Map((await sign(batch.map(({ id }) => id)).catch(() => [])).map((link) => [link.id, link]));
  for (const { id, resolve } of batch) {
    const link = links.get(id);
    asking.delete(id);
    if (link) held.set(id, link);
    else held.delete(id);
    resolve(link?.query ?? null);
  }
}

function flush(sign: SignMedia): void {
  const all = wishes;
  wishes = [];
  for (let from = 0; from < all.length; from += PER_CALL) void ask(all.slice(from, from + PER_CALL), sign);
}

export const mediaLinks = {
  /** The query that is there and good for a while, or null. */
  heldQuery(id: string): string | null {
    const link = held.get(id);
    return isFresh(link) ? link.query : null;
  },

  /** A good query, asked for when there is none; null when the server gives none. */
  query(id: string, sign: SignMedia): Promise<string | null> {
    const now = mediaLinks.heldQuery(id);
    if (now !== null) return Promise.resolve(now);
    const running = asking.get(id);
    if (running) return running;
    const answer = new Promise<string | null>((resolve) => wishes.push({ id, resolve }));
    asking.set(id, answer);
    clearTimeout(gathering);
    gathering = setTimeout(() => flush(sign), GATHER);
    return answer;
  },

  /** It did not open its file: the next query is a new one. */
  refused(id: string, query: string): void {
    if (held.get(id)?.query === query) held.delete(id);
  },

  /** How long this attachment's query may still be used, in milliseconds. */
  restOf(id: string): number {
    const link = held.get(id);
    return link ? Math.max(0, Date.parse(link.expiresAt) - Date.now() - MARGIN) : 0;
  },
};

/** A path of an attachment with the query that opens it. */
export const signed = (path: string, query: string): string => `${path}?${query.replace(/^\?/, '')}`;
