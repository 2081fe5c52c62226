import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, bootstrap } from '../postgres/bootstrap.mjs';
import { run } from './command.mjs';
import { Failure } from './failure.mjs';
import { ROOT, shown } from './places.mjs';
import { freePort } from './ports.mjs';
import { nodeBinary } from './runtime.mjs';
import { secretsOf, signingKeys, vapidKey } from './secrets.mjs';
import { createSupervisor } from './supervisor.mjs';

/** Who stops first: the door, then the sockets, then those who hold data. */
const ORDER = { gateway: 1, realtime: 2, service: 3 };

/** What a process may see of the environment that started us; everything else it is told by name. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'LOG_LEVEL', 'NODE_EXTRA_CA_CERTS'];

/** @typedef {{ops: number, port?: number}} Ports */
/** @typedef {'gateway' | 'auth' | 'pairing' | 'messaging' | 'media' | 'realtime'} ProcessName */
/** @typedef {{name: string, kind: ProcessName, ports: Ports}} Planned */

/** One process each, several where asked; the second replica of messaging is `messaging-2`. @param {Partial<Record<ProcessName, number>>} replicas @param {number} port @returns {Promise<Planned[]>} */
async function plan(replicas, port) {
  const kinds = /** @type {const} */ (['auth', 'pairing', 'messaging', 'media', 'realtime', 'gateway']);
  const planned = [];
  for (const kind of kinds) {
    for (let number = 1; number <= (replicas[kind] ?? 1); number += 1) {
      const own = kind === 'gateway' && number === 1 ? port : kind === 'media' || kind === 'realtime' || kind === 'gateway' ? await freePort() : undefined;
      planned.push({ name: number === 1 ? kind : `${kind}-${number}`, kind, ports: { ops: await freePort(), port: own } });
    }
  }
  return planned;
}

/**
 * What the environment of each process holds beyond the common part.
 * @param {Planned[]} planned
 * @param {{stores: Record<string, string>, databases: Record<string, string>, origin: string, privateKeyFile: string, secondFactorKey: string, vapidPrivateKey: string, mediaLinkSecret: string}} known
 * @returns {Record<ProcessName, Record<string, string>>}
 */
function environments(planned, { stores, databases, origin, privateKeyFile, secondFactorKey, vapidPrivateKey, mediaLinkSecret }) {
  const address = (/** @type {string} */ name) => `http://127.0.0.1:${planned.find((one) => one.name === name)?.ports.port}`;
  const { REDIS_URL, SMTP_URL, MAIL_FROM } = stores;
  const mail = { ...(SMTP_URL ? { SMTP_URL } : {}), ...(MAIL_FROM ? { MAIL_FROM } : {}) };
  const objects = Object.fromEntries(Object.entries(stores).filter(([name]) => name.startsWith('S3_')));
  return {
    auth: { DATABASE_URL: databases.auth, REDIS_URL, APP_ORIGIN: origin, JWT_PRIVATE_KEY_FILE: privateKeyFile, SECOND_FACTOR_KEY: secondFactorKey, VAPID_PRIVATE_KEY: vapidPrivateKey, ...mail },
    pairing: { DATABASE_URL: databases.pairing },
    messaging: { DATABASE_URL: databases.messaging },
    media: { DATABASE_URL: databases.media, MEDIA_LINK_SECRET: mediaLinkSecret, ...objects },
    realtime: { REDIS_URL, APP_ORIGIN: origin },
    gateway: { REDIS_URL, APP_ORIGIN: origin, REALTIME_URL: address('realtime'), MEDIA_URL: address('media'), STATIC_DIR: join(ROOT, 'frontend', 'dist') },
  };
}

/** @param {ProcessName} kind */
function folder(kind) {
  return kind === 'gateway' ? join(ROOT, 'gateway') : join(ROOT, 'services', kind);
}

/** @param {string} service @param {NodeJS.ProcessEnv} env @param {string} dir */
async function migrate(service, env, dir) {
  const { code, output } = await run(nodeBinary(), [join(ROOT, 'services', service, 'dist', 'migrate.js')], { env });
  const log = join(dir, 'logs', `migrate-${service}.log`);
  mkdirSync(join(dir, 'logs'), { recursive: true });
  writeFileSync(log, output);
  if (code !== 0) throw new Failure(`The migrations of ${service} failed: see ${shown(log)}.`);
}

/** @param {number} port */
async function answers(port) {
  return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
}

/** @param {Record<string, string>} stores @param {string} dir */
async function prepareDatabases(stores, dir) {
  const secret = secretsOf(dir);
  const exclusive = stores.ADMIN_DATABASE_PRIVATE === 'yes';
  return bootstrap({ adminUrl: stores.ADMIN_DATABASE_URL, exclusive, password: (service) => secret(`postgres ${service}`) }).catch((/** @type {Error} */ cause) => {
    throw new Failure(`The database could not be prepared (${cause.message}): DATABASE_URL needs a login that may create roles and schemas.`);
  });
}

/** What every process is told. @param {Record<string, string>} stores @param {string} publicKeysFile @returns {NodeJS.ProcessEnv} */
function commonEnvironment(stores, publicKeysFile) {
  const inherited = Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return { ...inherited, NODE_ENV: 'development', NATS_URL: stores.NATS_URL, JWT_PUBLIC_KEYS_FILE: publicKeysFile };
}

/** Its own login at a bus of ours; at somebody else's what that one was named with. @param {ProcessName} kind @param {Record<string, string>} stores */
function busLogin(kind, stores) {
  const own = stores[`NATS_URL_${kind.toUpperCase()}`];
  return own ? { NATS_URL: own } : {};
}

/** @param {Planned} process @param {NodeJS.ProcessEnv} env @returns {import('./child.mjs').Spec} */
function specOf({ name, kind, ports }, env) {
  return {
    name,
    order: kind === 'gateway' || kind === 'realtime' ? ORDER[kind] : ORDER.service,
    command: nodeBinary(),
    args: ['--enable-source-maps', join(folder(kind), 'dist', 'main.js')],
    cwd: folder(kind),
    env,
    ready: () => answers(ports.ops),
  };
}

/** Where to find a process: its own port if it has one, its health and metrics, its log. @param {Planned} process @param {string} dir */
function traceOf({ name, ports }, dir) {
  return {
    url: ports.port ? `http://127.0.0.1:${ports.port}` : null,
    opsUrl: `http://127.0.0.1:${ports.ops}`,
    log: join(dir, 'logs', `${name}.log`),
    pidFile: join(dir, 'run', `${name}.pid`),
  };
}

/** For tests in which many people sign up: the gateway believes loopback when it says whom it speaks for. The limits stay what they are. */
export const MANY_ADDRESSES = { TRUSTED_PROXIES: '127.0.0.1,::1' };

/** For tests whose web sites are on this machine: links to them get previews, which links into our own network never do. */
export const OWN_SITES = { PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' };

/**
 * Migrates and starts all of our processes on given stores, and waits until each is ready.
 * @param {object} options
 * @param {Record<string, string>} options.stores the `env` of `startStores`
 * @param {string} options.dir logs, pid files, passwords and keys
 * @param {number} options.port of the one origin
 * @param {string} [options.origin] what people type, when it is not localhost
 * @param {Partial<Record<ProcessName, number>>} [options.replicas]
 * @param {Record<string, string> | ((name: string, env: NodeJS.ProcessEnv) => Record<string, string>)} [options.env] for every process, or for each by its name and what it has so far; above everything else
 * @param {(line: string) => void} [options.log]
 * @param {import('./progress.mjs').Progress['step']} [options.step]
 * @param {(cause: Error) => void} [options.onFailure] a process cannot be kept alive
 * @param {AbortSignal} [options.signal] stops in the middle of starting
 */
export async function startProduct(options) {
  const { stores, dir, port, replicas = {}, log = () => undefined, step = (_title, work) => work(), signal } = options;
  const { onFailure = (/** @type {Error} */ cause) => log(cause.message) } = options;
  const url = options.origin ?? `http://localhost:${port}`;
  const { privateKeyFile, publicKeysFile } = signingKeys(dir);
  const databases = await prepareDatabases(stores, dir);
  const common = commonEnvironment(stores, publicKeysFile);
  const planned = await plan(replicas, port);
  const secret = secretsOf(dir);
  const own = environments(planned, { stores, databases, origin: url, privateKeyFile, secondFactorKey: secret('second factor'), vapidPrivateKey: secret('push', vapidKey), mediaLinkSecret: secret('media links') });
  const specs = planned.map((one) => {
    const ports = { OPS_PORT: String(one.ports.ops), ...(one.ports.port ? { PORT: String(one.ports.port) } : {}) };
    const env = { ...common, ...busLogin(one.kind, stores), ...own[one.kind], ...ports };
    return specOf(one, { ...env, ...(typeof options.env === 'function' ? options.env(one.name, env) : options.env) });
  });
  const migrations = specs.filter((spec) => SERVICES.some((service) => service === spec.name));
  await step('Migrating the database', () => Promise.all(migrations.map((spec) => migrate(spec.name, spec.env ?? {}, dir))));

  const supervisor = createSupervisor({ dir, say: log, onFailure });
  await step(`Starting ${specs.length} processes`, () => supervisor.startAll(specs.map((spec) => () => supervisor.start(spec)), signal));
  const { pids, kill, down, restart, ready, stop } = supervisor;
  return { url, processes: Object.fromEntries(planned.map((one) => [one.name, traceOf(one, dir)])), pids, kill, down, restart, ready, stop };
}

/** @typedef {Awaited<ReturnType<typeof startProduct>>} Product */
