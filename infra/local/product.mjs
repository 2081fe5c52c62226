import { join } from 'node:path';
import { bootstrap } from '../postgres/bootstrap.mjs';
import { PROCESSES } from '../processes.mjs';
import { Failure } from './failure.mjs';
import { migrate } from './migrations.mjs';
import { LOCAL, ROOT } from './places.mjs';
import { freePort } from './ports.mjs';
import { nodeBinary } from './runtime.mjs';
import { secretsOf, signingKeys, vapidKey } from './secrets.mjs';
import { createSupervisor } from './supervisor.mjs';

/** The order of stopping: the gateway, then the sockets, then the services with data. */
const ORDER = { gateway: 1, realtime: 2, service: 3 };

/** Variables that a process inherits. All others are set explicitly. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'LOG_LEVEL', 'NODE_EXTRA_CA_CERTS', 'DUET_TEST_CLOCK'];

/** @typedef {{ops: number, port?: number}} Ports */
/** @typedef {(typeof PROCESSES)[number]} ProcessName */
/** @typedef {{name: string, kind: ProcessName, ports: Ports}} Planned */

/** Names and ports of all processes. The second replica of messaging is `messaging-2`. @param {Partial<Record<ProcessName, number>>} replicas @param {number} port @returns {Promise<Planned[]>} */
async function plan(replicas, port) {
  const planned = [];
  for (const kind of PROCESSES) {
    for (let number = 1; number <= (replicas[kind] ?? 1); number += 1) {
      const own =
        kind === 'gateway' && number === 1
          ? port
          : kind === 'media' || kind === 'realtime' || kind === 'gateway'
            ? await freePort()
            : undefined;
      planned.push({
        name: number === 1 ? kind : `${kind}-${number}`,
        kind,
        ports: { ops: await freePort(), port: own },
      });
    }
  }
  return planned;
}

/**
 * The environment of each process beyond the common part.
 * @param {Planned[]} planned
 * @param {{stores: Record<string, string>, databases: Record<string, string>, origin: string, privateKeyFile: string, secondFactorKey: string, vapidPrivateKey: string, mediaLinkSecret: string, mediaKey: string, reportKey: string}} known
 * @returns {Record<ProcessName, Record<string, string>>}
 */
function environments(
  planned,
  { stores, databases, origin, privateKeyFile, secondFactorKey, vapidPrivateKey, mediaLinkSecret, mediaKey, reportKey },
) {
  const address = (/** @type {string} */ name) =>
    `http://127.0.0.1:${planned.find((one) => one.name === name)?.ports.port}`;
  const { REDIS_URL, SMTP_URL, MAIL_FROM } = stores;
  const mail = { ...(SMTP_URL ? { SMTP_URL } : {}), ...(MAIL_FROM ? { MAIL_FROM } : {}) };
  const objects = Object.fromEntries(Object.entries(stores).filter(([name]) => name.startsWith('S3_')));
  return {
    auth: {
      DATABASE_URL: databases.auth,
      REDIS_URL,
      APP_ORIGIN: origin,
      JWT_PRIVATE_KEY_FILE: privateKeyFile,
      SECOND_FACTOR_KEY: secondFactorKey,
      VAPID_PRIVATE_KEY: vapidPrivateKey,
      ...mail,
    },
    pairing: { DATABASE_URL: databases.pairing, REPORT_KEY: reportKey },
    messaging: { DATABASE_URL: databases.messaging },
    media: {
      DATABASE_URL: databases.media,
      MEDIA_LINK_SECRET: mediaLinkSecret,
      MEDIA_KEY: mediaKey,
      ...objects,
    },
    memories: { DATABASE_URL: databases.memories },
    challenges: { DATABASE_URL: databases.challenges },
    realtime: { REDIS_URL, APP_ORIGIN: origin },
    gateway: {
      REDIS_URL,
      APP_ORIGIN: origin,
      REALTIME_URL: address('realtime'),
      MEDIA_URL: address('media'),
      STATIC_DIR: join(ROOT, 'frontend', 'dist'),
      API_DOCS: 'on',
    },
  };
}

/** @param {ProcessName} kind @param {string} root of the build */
function folder(kind, root) {
  return kind === 'gateway' ? join(root, 'gateway') : join(root, 'services', kind);
}

/**
 * Arguments of Node for a program of a process.
 * @callback ProgramArguments
 * @param {string} folder of the process
 * @param {'main' | 'migrate'} program
 * @param {string} [name] of the process; a migration has none
 * @returns {string[]}
 */

/**
 * Starts a process instead of spawning its command.
 * @callback SpawnProcess
 * @param {string} name of the process
 * @param {{command: string, args: string[], options: import('node:child_process').SpawnOptions}} call
 * @returns {import('node:child_process').ChildProcess}
 */

const OWN_SOURCE_MAPS = new URL('own-source-maps.mjs', import.meta.url).href;

// As in the images.
const OPTIONS = [`--import=${OWN_SOURCE_MAPS}`, '--max-semi-space-size=4'];

/** The built modules one by one, for tests that replace some of them. @type {ProgramArguments} */
export const MODULES = (folder, program) => [...OPTIONS, join(folder, 'dist', `${program}.js`)];

/** The bundles of the processes, as in the images. @type {ProgramArguments} */
const BUNDLES = (folder, program) =>
  program === 'main' ? [...OPTIONS, join(folder, 'bundle', 'main.js')] : MODULES(folder, program);

/** @param {number} port */
async function answers(port) {
  return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
}

/** @param {Record<string, string>} stores @param {string} dir */
async function prepareDatabases(stores, dir) {
  const secret = secretsOf(dir);
  const exclusive = stores.ADMIN_DATABASE_PRIVATE === 'yes';
  return bootstrap({
    adminUrl: stores.ADMIN_DATABASE_URL,
    exclusive,
    password: (service) => secret(`postgres ${service}`),
  }).catch((/** @type {Error} */ cause) => {
    throw new Failure(
      `The database could not be prepared (${cause.message}): DATABASE_URL needs a login that may create roles and schemas.`,
    );
  });
}

/** The environment that all processes share. @param {Record<string, string>} stores @param {string} publicKeysFile @returns {NodeJS.ProcessEnv} */
function commonEnvironment(stores, publicKeysFile) {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return {
    ...inherited,
    NODE_ENV: 'development',
    NATS_URL: stores.NATS_URL,
    JWT_PUBLIC_KEYS_FILE: publicKeysFile,
    // As in the images.
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // A fifth of the CPU time of a start is compiling.
    NODE_COMPILE_CACHE: join(LOCAL, 'v8'),
  };
}

/** The process's own login at a private bus; a given bus has one login for all. @param {ProcessName} kind @param {Record<string, string>} stores */
function busLogin(kind, stores) {
  const own = stores[`NATS_URL_${kind.toUpperCase()}`];
  return own ? { NATS_URL: own } : {};
}

/** @param {Planned} process @param {NodeJS.ProcessEnv} env @param {ProgramArguments} programArguments @param {string} root of the build @returns {import('./child.mjs').Spec} */
function specOf({ name, kind, ports }, env, programArguments, root) {
  const cwd = folder(kind, root);
  return {
    name,
    order: kind === 'gateway' || kind === 'realtime' ? ORDER[kind] : ORDER.service,
    command: nodeBinary(),
    args: programArguments(cwd, 'main', name),
    cwd,
    env,
    ready: () => answers(ports.ops),
  };
}

/** The addresses and files of a process: its port if it has one, its operations port, its log. @param {Planned} process @param {string} dir */
function traceOf({ name, ports }, dir) {
  return {
    url: ports.port ? `http://127.0.0.1:${ports.port}` : null,
    opsUrl: `http://127.0.0.1:${ports.ops}`,
    log: join(dir, 'logs', `${name}.log`),
    pidFile: join(dir, 'run', `${name}.pid`),
  };
}

/** For tests with many sign-ups: the gateway trusts `X-Forwarded-For` from loopback, so each person has an address. Rate limits stay on. */
export const MANY_ADDRESSES = { TRUSTED_PROXIES: '127.0.0.1,::1' };

/** For tests with web sites on this machine: their links get previews, which private addresses never get otherwise. */
export const OWN_SITES = { PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' };

/**
 * Migrates the databases, starts all processes on the given stores, and waits until each is ready.
 * @param {object} options
 * @param {Record<string, string>} options.stores the `env` of `startStores`
 * @param {string} options.dir logs, pid files, passwords and keys
 * @param {number} options.port of the one origin
 * @param {string} [options.origin] the address that people type, when it is not localhost
 * @param {Partial<Record<ProcessName, number>>} [options.replicas]
 * @param {Record<string, string> | ((name: string, env: NodeJS.ProcessEnv, root: string) => Record<string, string>)} [options.env] for every process, or a function of its name, its environment and its build; it overrides other variables
 * @param {string} [options.root] the build that runs: a checkout with built services
 * @param {ProgramArguments} [options.programArguments] runs the bundles when missing
 * @param {SpawnProcess} [options.spawnProcess]
 * @param {(line: string) => void} [options.log]
 * @param {import('./progress.mjs').Progress['step']} [options.step]
 * @param {(cause: Error) => void} [options.onFailure] called when a process crashes too often or does not restart
 * @param {AbortSignal} [options.signal] stops in the middle of starting
 */
export async function startProduct(options) {
  const { stores, dir, port, replicas = {}, log = () => undefined, step = (_title, work) => work(), signal } = options;
  const { programArguments = BUNDLES, root = ROOT } = options;
  const { onFailure = (/** @type {Error} */ cause) => log(cause.message) } = options;
  const url = options.origin ?? `http://localhost:${port}`;
  const { privateKeyFile, publicKeysFile } = signingKeys(dir);
  const databases = await prepareDatabases(stores, dir);
  const common = commonEnvironment(stores, publicKeysFile);
  const planned = await plan(replicas, port);
  const secret = secretsOf(dir);
  const own = environments(planned, {
    stores,
    databases,
    origin: url,
    privateKeyFile,
    secondFactorKey: secret('second factor'),
    vapidPrivateKey: secret('push', vapidKey),
    mediaLinkSecret: secret('media links'),
    mediaKey: secret('media key'),
    reportKey: secret('report key'),
  });
  const specIn = (/** @type {string} */ build, /** @type {Planned} */ one) => {
    const ports = { OPS_PORT: String(one.ports.ops), ...(one.ports.port ? { PORT: String(one.ports.port) } : {}) };
    const env = { ...common, ...busLogin(one.kind, stores), ...own[one.kind], ...ports };
    const more = typeof options.env === 'function' ? options.env(one.name, env, build) : options.env;
    const spec = specOf(one, { ...env, ...more }, programArguments, build);
    const { spawnProcess } = options;
    if (spawnProcess)
      spec.spawn = (how) => spawnProcess(one.name, { command: spec.command, args: spec.args, options: how });
    return spec;
  };

  /** Runs the migrations of a build. @param {string} build */
  async function migrateTo(build) {
    await Promise.all(
      planned
        .filter(({ name }) => name in databases)
        .map((one) => {
          const spec = specIn(build, one);
          const cwd = folder(one.kind, build);
          const service = { name: one.name, folder: cwd, url: String(databases[one.name]) };
          return migrate(service, { ...spec, args: programArguments(cwd, 'migrate') }, dir);
        }),
    );
  }

  /** The builds of replaced processes. @type {Map<string, string>} */
  const roots = new Map();
  const specs = planned.map((one) => specIn(root, one));
  await step('Migrating the database', () => migrateTo(root));

  const supervisor = createSupervisor({ dir, say: log, onFailure });
  await step(`Starting ${specs.length} processes`, () =>
    supervisor.startAll(
      specs.map((spec) => () => supervisor.start(spec)),
      signal,
    ),
  );
  const { pids, kill, down, restart, ready, stop } = supervisor;
  return {
    url,
    processes: Object.fromEntries(planned.map((one) => [one.name, traceOf(one, dir)])),
    migrateTo,
    /** Stops a process in order and starts a build's program in its place. @param {string} name @param {string} build */
    async replace(name, build) {
      const one = planned.find((other) => other.name === name);
      if (!one) throw new Failure(`There is no process ${name}.`);
      await supervisor.replace(specIn(build, one));
      roots.set(name, build);
    },
    /** The build that a process runs. @param {string} name */
    rootOf: (name) => roots.get(name) ?? root,
    pids,
    kill,
    down,
    restart,
    ready,
    stop,
  };
}

/** @typedef {Awaited<ReturnType<typeof startProduct>>} Product */
