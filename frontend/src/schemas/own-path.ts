import * as v from 'valibot';

/** Stands for our origin, which a page and a service worker name differently. */
const BASE = 'https://duet.invalid';

/** As browsers read an address: they skip tabs and line breaks, and turn backslashes into slashes. */
function isOwn(path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(path, BASE)) return false;
  const { origin, pathname } = new URL(path, BASE);
  return origin === BASE && !pathname.startsWith('//');
}

/** A path of ours, with query and fragment: no address of another site, however it is written. */
export const ownPath = v.pipe(v.string(), v.check(isOwn));
