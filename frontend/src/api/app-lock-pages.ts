/** A page of Duet in this browser, as it tells of itself. */
interface Page {
  seenAt: number;
  isVisible: boolean;
}

const STORED = 'duet-app-lock-pages';
/** A page that runs says so this often; browsers let those in the background come to it once a minute. In milliseconds. */
const TELL = 20_000;
/** After this long without a word it is gone without a farewell, as after a crash, in milliseconds. */
const GONE = 150_000;

/** A name among the few that are open, no secret. */
const self = String(Math.random());
let toldAt = 0;
let told: boolean | null = null;
/** A page that goes is told last that it is hidden: that does not bring it back. */
let isGoing = false;

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'seenAt') === 'number' && typeof Reflect.get(value, 'isVisible') === 'boolean';

/** Those that live, this one left out. */
function others(now: number): [string, Page][] {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    if (typeof held !== 'object' || held === null) return [];
    return Object.entries(held).filter((entry): entry is [string, Page] => entry[0] !== self && isPage(entry[1]) && Math.abs(now - entry[1].seenAt) < GONE);
  } catch {
    return [];
  }
}

function write(pages: readonly [string, Page][]): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(pages)));
  } catch {
    // Then every page takes itself for the only one.
  }
}

/** Which pages of Duet are open: a lock closes when the last one goes, and stays open for a second one. */
export const openPages = {
  /** This one is here; said anew when it is due, or looks different. */
  tell(isVisible: boolean, now: number): void {
    if (isGoing || (told === isVisible && Math.abs(now - toldAt) < TELL)) return;
    [told, toldAt] = [isVisible, now];
    write([...others(now), [self, { seenAt: now, isVisible }]]);
  },

  leave(now: number): void {
    isGoing = true;
    told = null;
    write(others(now));
  },

  /** Also back from the browser's memory. */
  enter(): void {
    isGoing = false;
  },

  hasOthers: (now: number): boolean => others(now).length > 0,

  isAnotherVisible: (now: number): boolean => others(now).some(([, { isVisible }]) => isVisible),
};
