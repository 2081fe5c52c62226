import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sweep } from './processes.mjs';
import { secretsOf } from './secrets.mjs';
import { givenStore, requireGiven } from './store-choice.mjs';
import { isContained, startContainer } from './stores/containers.mjs';
import { mail } from './stores/mail.mjs';
import { nats } from './stores/nats.mjs';
import { postgres } from './stores/postgres.mjs';
import { removePostgresHome } from './stores/postgres-user.mjs';
import { redis } from './stores/redis.mjs';
import { s3 } from './stores/s3.mjs';
import { createSupervisor } from './supervisor.mjs';

/**
 * @typedef {import('./store-choice.mjs').StoreName} StoreName
 * @typedef {{dir: string, secret: (name: string) => string, say: (line: string) => void, whole: boolean, flush: boolean, root?: string}} Place `whole`: the store serves the whole product, not one suite; `flush`: acknowledged writes survive a power cut; `root`: the build that it serves first, if another than this checkout
 * @typedef {{env: Record<string, string>, spec: import('./child.mjs').Spec}} Store
 */

const MAKE = { postgres, redis, nats, s3, mail };
/** @type {StoreName[]} */
const ALL = ['postgres', 'redis', 'nats', 's3', 'mail'];

/**
 * Starts private stores on loopback, on free ports that they keep when they are restarted. Several sets can run side by side.
 * @param {object} options
 * @param {string} options.dir for data, logs, pid files and passwords; leftover processes of an earlier run in it are stopped first
 * @param {NodeJS.ProcessEnv} [options.use] stores named here (DATABASE_URL, REDIS_URL, NATS_URL, S3_ENDPOINT, SMTP_URL) are used, not started
 * @param {StoreName[]} [options.only]
 * @param {string} [options.root] the build that the stores serve first
 * @param {boolean} [options.flush] false, for tests: PostgreSQL and NATS do not wait for the disk; a power cut may lose acknowledged writes, a killed process loses none
 * @param {(line: string) => void} [options.log]
 * @param {(cause: Error) => void} [options.onFailure] called when a store crashes too often or does not restart
 * @param {AbortSignal} [options.signal] stops in the middle of starting
 */
export async function startStores({
  dir,
  use = {},
  only = ALL,
  root,
  flush = true,
  log = () => undefined,
  onFailure = (cause) => log(cause.message),
  signal,
}) {
  await sweep(join(dir, 'run'));
  const supervisor = createSupervisor({ dir, say: log, onFailure });
  /** @type {Record<string, string>} */
  const env = {};
  /** @type {Map<StoreName, Awaited<ReturnType<typeof startContainer>>>} */
  const containers = new Map();

  /** @param {StoreName} name */
  async function bring(name) {
    const named = givenStore(name, use);
    if (named) {
      await requireGiven(name, named);
      return void Object.assign(env, named);
    }
    if (only !== ALL && isContained(name)) {
      const contained = await startContainer(/** @type {'postgres' | 'redis' | 'nats'} */ (name), secretsOf(dir));
      containers.set(name, contained);
      return void Object.assign(env, contained.env);
    }
    const store = await MAKE[name]({ dir, secret: secretsOf(dir), say: log, whole: only === ALL, flush, root });
    await supervisor.start(store.spec);
    Object.assign(env, store.env);
  }

  await supervisor.startAll(
    only.map((name) => () => bring(name)),
    signal,
  );
  return {
    env,
    /** Signals a store; the supervisor restarts it. @param {StoreName} name @param {NodeJS.Signals} [signal] */
    kill: async (name, signal) => containers.get(name)?.kill(signal) ?? supervisor.kill(name, signal),
    /** Stops a store until `restart`. @param {StoreName} name @param {NodeJS.Signals} [signal] */
    down: async (name, signal) => containers.get(name)?.down() ?? supervisor.down(name, signal),
    /** @param {StoreName} name */
    restart: async (name) => containers.get(name)?.restart() ?? supervisor.restart(name),
    /** Waits until a killed store is back. @param {StoreName} name */
    ready: async (name) => containers.get(name)?.ready() ?? supervisor.ready(name),
    pids: supervisor.pids,
    stop: supervisor.stop,
    /** Stops the stores and removes their data, for tests. */
    async remove() {
      await Promise.all([supervisor.stop(), ...[...containers.values()].map((one) => one.stop())]);
      removePostgresHome(dir);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startStores>>} Stores */
