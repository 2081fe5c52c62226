import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Everything that belongs to this machine and not to the repository. */
export const LOCAL = join(ROOT, '.local');

/** How a path is shown: from the checkout where it lies in it. @param {string} path */
export function shown(path) {
  const inside = relative(ROOT, path);
  return inside.startsWith('..') ? path : inside;
}
