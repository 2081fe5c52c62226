import { command, statement } from './statement.js';

/** Selects one row without columns: the database answers. */
export const ping = command('SELECT');

/** The time of the database, in milliseconds since 1970. */
export const readTime = statement<{ epochMs: number }>(
  { epochMs: 'float8' },
  'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "epochMs"',
);
