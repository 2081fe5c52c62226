import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Data and logs of this machine, outside of version control. */
export const LOCAL = join(ROOT, '.local');

/** A path for messages, relative to the checkout if it is inside. @param {string} path */
export function shown(path) {
  const inside = relative(ROOT, path);
  return inside.startsWith('..') ? path : inside;
}
