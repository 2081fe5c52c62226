import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Everything that belongs to this machine and not to the repository. */
export const LOCAL = join(ROOT, '.local');
