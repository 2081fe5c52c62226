import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../postgres/bootstrap.mjs';
import { run } from './command.mjs';
import { Failure } from './failure.mjs';
import { shown } from './places.mjs';

/** PostgreSQL's code for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/**
 * Migrates the schema of a service, unless all of its migrations are applied: a program that finds nothing to do takes a second
 * of CPU time to load, for each service and each start.
 * @param {{name: string, folder: string, url: string}} service with its folder in the build, and the URL of its database
 * @param {import('./child.mjs').Spec} program of its migrations
 * @param {string} dir for `logs/`
 */
export async function migrate({ name, folder, url }, { command, args, env }, dir) {
  const applied = await appliedMigrations(url);
  if (migrationsOf(folder).every((timestamp) => applied.has(timestamp))) return;
  const { code, output } = await run(command, args, { env });
  const log = join(dir, 'logs', `migrate-${name}.log`);
  mkdirSync(join(dir, 'logs'), { recursive: true });
  writeFileSync(log, output);
  if (code !== 0) throw new Failure(`The migrations of ${name} failed: see ${shown(log)}.`);
}

/** The timestamps of a service's migrations, with which their files begin. @param {string} folder */
const migrationsOf = (folder) =>
  readdirSync(join(folder, 'src', 'migrations')).flatMap((file) => /^\d+(?=-.*\.ts$)/.exec(file) ?? []);

/** @param {string} url @returns {Promise<Set<string>>} none for a schema without the table of migrations */
async function appliedMigrations(url) {
  const rows = await withClient(
    url,
    async (client) => (await client.query('SELECT timestamp FROM migrations')).rows,
  ).catch((/** @type {unknown} */ cause) => {
    if (cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE) return [];
    throw cause;
  });
  return new Set(rows.map(({ timestamp }) => String(timestamp)));
}
