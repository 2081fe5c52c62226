/*
 * Part of every restore, before the processes start: deletes again the users who were deleted after the time to which the
 * database was restored. Media stores the list of erasures in the bucket, outside the database: one object for each user.
 *
 *   node infra/deploy/backup/erasures.mjs apply
 *
 * It deletes the accounts, destroys the sealed keys of their avatars and exports, and publishes `user.deleted` again, so that
 * every service erases the rest when it starts. It waits until the server has replayed its WAL. It is idempotent.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ERASED_USER, openStore, setting } from './bucket.mjs';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @returns {Promise<string[]>} */
async function erasedUsers() {
  const found = [];
  for await (const { name } of openStore().listObjectsV2(setting('S3_BUCKET'), ERASED_USER, true))
    if (name) found.push(name.slice(ERASED_USER.length));
  return found.filter((id) => UUID.test(id));
}

/** @param {string} userId */
const deleted = (userId) => ({
  id: randomUUID(),
  name: 'user.deleted',
  key: userId,
  at: new Date().toISOString(),
  requestId: 'restore',
  payload: { userId },
});

/** A server that still replays WAL answers, but its rows are of an earlier moment and it refuses writes. @param {import('pg').Client} database */
async function untilRestored(database) {
  for (;;) {
    const { rows } = await database.query('SELECT pg_is_in_recovery() AS replays');
    if (!rows[0].replays) return;
    await delay(1_000);
  }
}

/** @param {import('pg').Client} database @param {string[]} users @returns {Promise<number>} how many had an account */
async function apply(database, users) {
  await database.query('BEGIN');
  await database.query(
    'DELETE FROM auth.jobs WHERE subject IN (SELECT email_key FROM auth.users WHERE id = ANY($1::uuid[]))',
    [users],
  );
  const { rowCount } = await database.query('DELETE FROM auth.users WHERE id = ANY($1::uuid[])', [users]);
  await database.query(
    `UPDATE media.data_keys SET sealed = NULL, destroyed_at = now() WHERE owner_kind = 'user' AND owner_id = ANY($1::uuid[]) AND sealed IS NOT NULL`,
    [users],
  );
  await database.query('INSERT INTO auth.outbox (envelope) SELECT unnest($1::jsonb[])', [
    users.map((id) => JSON.stringify(deleted(id))),
  ]);
  await database.query('COMMIT');
  return rowCount ?? 0;
}

if (process.argv[2] !== 'apply') throw new Error('erasures.mjs takes: apply');
const users = await erasedUsers();
const url = new URL(setting('ADMIN_DATABASE_URL'));
url.pathname = `/${setting('DATABASE_NAME', 'duet')}`;
const database = new pg.Client({ connectionString: url.href });
await database.connect();
try {
  await untilRestored(database);
  const accounts = await apply(database, users);
  process.stdout.write(
    `${users.length} erasures applied, ${accounts} of them to accounts that the restore had brought back\n`,
  );
} finally {
  await database.end();
}
