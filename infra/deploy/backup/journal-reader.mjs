/*
 * A one-shot, after the migrations: creates the database role with which the backup of objects reads media's journal. The
 * role reads that one table and nothing else. It gets the password in JOURNAL_DATABASE_URL, or a new one, whose URL is
 * written to JOURNAL_URL_FILE.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { setting } from './bucket.mjs';

const role = setting('JOURNAL_ROLE', 'duet_backup');
const database = setting('DATABASE_NAME', 'duet');
const file = process.env.JOURNAL_URL_FILE;
const password = file
  ? randomBytes(24).toString('base64url')
  : decodeURIComponent(new URL(setting('JOURNAL_DATABASE_URL')).password);

const url = new URL(setting('ADMIN_DATABASE_URL'));
url.pathname = `/${encodeURIComponent(database)}`;
const admin = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 10_000 });
await admin.connect();
try {
  const [name, target] = [pg.escapeIdentifier(role), pg.escapeIdentifier(database)];
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await admin.query(`${verb} ROLE ${name} LOGIN NOINHERIT PASSWORD ${pg.escapeLiteral(password)}`);
  await admin.query(`GRANT CONNECT ON DATABASE ${target} TO ${name}`);
  await admin.query(`GRANT USAGE ON SCHEMA media TO ${name}`);
  await admin.query(`GRANT SELECT ON media.object_journal TO ${name}`);
} finally {
  await admin.end();
}

if (file) {
  Object.assign(url, { username: encodeURIComponent(role), password });
  writeFileSync(`${file}.new`, url.href, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}
process.stdout.write(`The role ${role} reads the journal of objects.\n`);
