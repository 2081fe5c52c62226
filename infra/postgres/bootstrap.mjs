import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SERVICES } from '../processes.mjs';

/** The advisory lock that serialises bootstraps: concurrent grants fail. Any number of our own will do. */
const LOCK = 0x0d0e7;

/**
 * @typedef {object} Options
 * @property {string} adminUrl a role that may create roles, and databases if the wanted one is missing
 * @property {(service: string) => string} password
 * @property {string} [database]
 * @property {readonly string[]} [services]
 * @property {string} [rolePrefix]
 * @property {string} [replicationPassword] of a login `<rolePrefix>replication` that may copy the whole server
 * @property {number} [patience] milliseconds to wait for a server that starts
 * @property {boolean} [exclusive] the server is private: its roles get no access to its other databases
 */

/**
 * Creates the database with one schema and one login role per service. It can be repeated, and sets the passwords each time.
 * @param {Options} options
 * @returns {Promise<Record<string, string>>} the URL of each service
 */
export async function bootstrap({
  adminUrl,
  password,
  database = 'duet',
  services = SERVICES,
  rolePrefix = 'duet_',
  replicationPassword = '',
  patience = 0,
  exclusive = false,
}) {
  const roles = services.map((service) => ({ service, role: `${rolePrefix}${service}`, password: password(service) }));
  await untilItAnswers(adminUrl, patience);
  const target = await withClient(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const name = await ensureDatabase(admin, database);
    for (const one of roles) await ensureRole(admin, one.role, one.password);
    await confine(admin, name, roles, exclusive);
    if (replicationPassword) await ensureReplication(admin, `${rolePrefix}replication`, replicationPassword);
    return name;
  });
  const targetUrl = withPath(adminUrl, target);
  await withClient(targetUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK]);
    for (const one of roles) await ensureSchema(admin, target, one.role, one.service);
  });
  return Object.fromEntries(roles.map((one) => [one.service, withPath(adminUrl, target, one)]));
}

/**
 * Removes a database and its services' roles, for tests.
 * @param {Pick<Options, 'adminUrl' | 'services' | 'rolePrefix'> & {database: string}} options
 */
export async function dropDatabase({ adminUrl, database, services = SERVICES, rolePrefix = 'duet_' }) {
  await withClient(adminUrl, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`);
    for (const service of services)
      await admin.query(`DROP ROLE IF EXISTS ${pg.escapeIdentifier(`${rolePrefix}${service}`)}`);
  });
}

/** Runs `work` on a connection of its own. @template T @param {string} url @param {(client: pg.Client) => Promise<T>} work @returns {Promise<T>} */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Failures of a server that starts, restarts or is not there yet: refused, without a name, without an answer, or too early. */
const STARTING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
]);

/** Waits for a server that starts. @param {string} url @param {number} patience milliseconds @throws the last failure */
async function untilItAnswers(url, patience) {
  const until = Date.now() + patience;
  for (;;) {
    try {
      return void (await withClient(url, (admin) => admin.query('SELECT')));
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      const starts = STARTING.has(code) || /timeout|terminated/.test(String(cause));
      if (!starts || Date.now() > until) throw cause;
      await delay(1_000);
    }
  }
}

/** A login that copies WAL and base backups, and asks the database `postgres` about its slot. @param {pg.Client} admin @param {string} role @param {string} password */
async function ensureReplication(admin, role, password) {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const [verb, name] = [rowCount === 0 ? 'CREATE' : 'ALTER', pg.escapeIdentifier(role)];
  await admin.query(`${verb} ROLE ${name} LOGIN REPLICATION NOINHERIT PASSWORD ${pg.escapeLiteral(password)}`);
  await admin.query(`GRANT CONNECT ON DATABASE postgres TO ${name}`);
}

/** Creates the wanted database. An admin without that right gets the database it is connected to. @param {pg.Client} admin @param {string} name */
async function ensureDatabase(admin, name) {
  const { rows } = await admin.query(
    `SELECT current_database() AS current, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS there,
            (SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user) AS may`,
    [name],
  );
  const [{ current, there, may }] = rows;
  if (there) return name;
  if (!may) return current;
  await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  return name;
}

/** @param {pg.Client} admin @param {string} role @param {string} password */
async function ensureRole(admin, role, password) {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await admin.query(`${verb} ROLE ${pg.escapeIdentifier(role)} LOGIN NOINHERIT PASSWORD ${pg.escapeLiteral(password)}`);
  // An admin without superuser rights may give a schema only to roles that it can switch to.
  const { rows } = await admin.query(`SELECT pg_has_role(current_user, $1, 'SET') AS can`, [role]);
  if (!rows[0].can) await admin.query(`GRANT ${pg.escapeIdentifier(role)} TO CURRENT_USER WITH INHERIT TRUE, SET TRUE`);
}

/** @param {pg.Client} admin @param {string} target @param {{role: string}[]} roles @param {boolean} exclusive */
async function confine(admin, target, roles, exclusive) {
  const others = exclusive ? ['postgres', 'template1'] : [];
  for (const database of [target, ...others])
    await admin.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC`);
  for (const { role } of roles)
    await admin.query(
      `GRANT CONNECT, TEMPORARY ON DATABASE ${pg.escapeIdentifier(target)} TO ${pg.escapeIdentifier(role)}`,
    );
}

/** @param {pg.Client} admin @param {string} database @param {string} role @param {string} schema */
async function ensureSchema(admin, database, role, schema) {
  const [owner, name] = [pg.escapeIdentifier(role), pg.escapeIdentifier(schema)];
  await admin.query(`CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${owner}`);
  await admin.query(`ALTER SCHEMA ${name} OWNER TO ${owner}`);
  await admin.query(`REVOKE ALL ON SCHEMA ${name}, public FROM PUBLIC`);
  await admin.query(`ALTER ROLE ${owner} IN DATABASE ${pg.escapeIdentifier(database)} SET search_path = ${name}`);
}

/** @param {string} url @param {string} database @param {{role: string, password: string}} [login] */
function withPath(url, database, login) {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  if (login) {
    parsed.username = encodeURIComponent(login.role);
    parsed.password = encodeURIComponent(login.password);
  }
  return parsed.href;
}
