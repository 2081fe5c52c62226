import * as v from 'valibot';
import { storedJson } from '../storage/stored.js';

const page = v.object({ seenAt: v.number(), isVisible: v.boolean() });

/** An open page of Duet in this browser. */
type Page = v.InferOutput<typeof page>;

/** Open pages by name. A damaged entry is ignored. */
const storage = storedJson('duet-app-lock-pages', v.record(v.string(), v.fallback(v.nullable(page), null)));

/** How often a page announces itself, in milliseconds. Browsers run background timers once a minute at most. */
const ANNOUNCE_INTERVAL = 20_000;
/** After this long without an announcement a page counts as closed (a crash), in milliseconds. */
const PAGE_TIMEOUT = 150_000;

/** Unique among open pages; no secret. */
const self = String(Math.random());
let announcedAt = 0;
let announced: boolean | null = null;
/** A closing page gets a last visibility change, which must not announce it again. */
let isGoing = false;

/** The other open pages. */
const others = (now: number): [string, Page][] =>
  Object.entries(storage.read() ?? {}).flatMap(([name, other]): [string, Page][] =>
    name !== self && other && Math.abs(now - other.seenAt) < PAGE_TIMEOUT ? [[name, other]] : [],
  );

/** If the browser refuses storage, every page counts as the only one. */
const write = (pages: readonly [string, Page][]): boolean => storage.write(Object.fromEntries(pages));

/** The open pages of Duet in this browser: the app locks when the last one closes. */
export const openPages = {
  /** Announces this page when that is due or its visibility changed. */
  announcePage(isVisible: boolean, now: number): void {
    if (isGoing || (announced === isVisible && Math.abs(now - announcedAt) < ANNOUNCE_INTERVAL)) return;
    [announced, announcedAt] = [isVisible, now];
    write([...others(now), [self, { seenAt: now, isVisible }]]);
  },

  leave(now: number): void {
    isGoing = true;
    announced = null;
    write(others(now));
  },

  /** The page is shown, also from the back/forward cache. */
  enter(): void {
    isGoing = false;
  },

  hasOthers: (now: number): boolean => others(now).length > 0,

  isAnotherVisible: (now: number): boolean => others(now).some(([, { isVisible }]) => isVisible),
};
