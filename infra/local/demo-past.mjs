import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../postgres/bootstrap.mjs';
import { LOCAL } from './places.mjs';
import { secretsOf } from './secrets.mjs';
import { postgresHome, postgresUser } from './stores/postgres-user.mjs';

/** The line of PostgreSQL's pid file that has its port. */
const PORT_LINE = 3;

/** @returns {string | null} the database of auth; null without a local PostgreSQL */
function localDatabase() {
  try {
    const pidFile = join(postgresHome(LOCAL, postgresUser()), 'data', 'postmaster.pid');
    const port = readFileSync(pidFile, 'utf8').split('\n')[PORT_LINE];
    return `postgresql://duet_auth:${secretsOf(LOCAL)('postgres auth')}@127.0.0.1:${port}/duet`;
  } catch {
    return null;
  }
}

/**
 * Dates the accounts back, so that they are as old as what they have behind them. No call of the API can do that; without the
 * local database the accounts are of today.
 * @param {readonly string[]} userIds
 * @param {string} day
 */
export async function joinedOn(userIds, day) {
  const url = localDatabase();
  if (url === null) return;
  const text = 'UPDATE auth.users SET created_at = $2 WHERE id = ANY($1::uuid[])';
  await withClient(url, (client) => client.query(text, [userIds, day])).catch(() =>
    process.stdout.write('The accounts stay of today: the local database does not answer.\n'),
  );
}
