import { command } from '../data/statement.js';

/** Locks an account's id until commit, also while it has no row. Services share a database, so the schema is part of the key. */
export const lockAccountId = command(
  'SELECT FROM pg_advisory_xact_lock(hashtextextended($1, hashtext(current_schema())))',
);
