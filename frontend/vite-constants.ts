import { ERRORS, LIMITS, TEXTS } from '@duet/contracts/plain';
import type { Plugin } from 'vite';

const TABLES: Readonly<Record<string, unknown>> = { ERRORS, LIMITS, TEXTS };

/** An entry of a table in a module, such as `LIMITS.apiTimeout` or `TEXTS.fallback.login`. */
const ENTRY = new RegExp(`(?<![\\w$.])(${Object.keys(TABLES).join('|')})((?:\\.\\w+)+)`, 'g');

/** The entry of a table, with what the code reads of the value itself after it; null when it is no number and no text. */
function literalOf(table: string, path: string): string | null {
  const names = path.slice(1).split('.');
  let value: unknown = TABLES[table];
  while (typeof value === 'object' && value !== null) value = Reflect.get(value, names.shift() ?? '');
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return [`(${JSON.stringify(value)})`, ...names].join('.');
}

/**
 * Writes the limits, texts and errors of the contracts into the modules that name one, so that a page does not load the tables.
 * Only a module that reads a table by a key, such as a code from the server, brings it.
 */
export const constantsInPlace: Plugin = {
  name: 'constants-in-place',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: ['**/src/**/*.{ts,tsx}', '**/libs/contracts/dist/**/*.js'], code: ENTRY },
    handler: (code) => ({
      code: code.replace(ENTRY, (entry, table: string, path: string) => literalOf(table, path) ?? entry),
      map: null,
    }),
  },
};
