import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { sweep } from './processes.mjs';
import { secretsOf } from './secrets.mjs';
import { nats } from './stores/nats.mjs';
import { postgres } from './stores/postgres.mjs';
import { redis } from './stores/redis.mjs';
import { s3 } from './stores/s3.mjs';
import { createSupervisor } from './supervisor.mjs';
import { TOOLS } from './tools.mjs';

/**
 * @typedef {'postgres' | 'redis' | 'nats' | 's3'} StoreName
 * @typedef {{dir: string, secret: (name: string) => string, say: (line: string) => void}} Place
 * @typedef {{env: Record<string, string>, spec: import('./child.mjs').Spec, homeOutside?: string | null}} Store
 */

/** Which variable names a store that is there already, and which others belong to it. */
const GIVEN = /** @type {const} */ ({
  postgres: { variable: 'DATABASE_URL', as: 'ADMIN_DATABASE_URL', needs: [], may: [] },
  redis: { variable: 'REDIS_URL', as: 'REDIS_URL', needs: [], may: [] },
  nats: { variable: 'NATS_URL', as: 'NATS_URL', needs: [], may: [] },
  s3: { variable: 'S3_ENDPOINT', as: 'S3_ENDPOINT', needs: ['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'], may: ['S3_REGION'] },
});

const MAKE = { postgres, redis, nats, s3 };
/** @type {StoreName[]} */
const ALL = ['postgres', 'redis', 'nats', 's3'];

/** @param {StoreName} name @param {NodeJS.ProcessEnv} use @returns {Record<string, string> | null} */
function given(name, use) {
  const { variable, as, needs, may } = GIVEN[name];
  const address = use[variable];
  if (!address) return null;
  const missing = needs.filter((one) => !use[one]);
  if (missing.length > 0) throw new Failure(`${variable} is set, so ${missing.join(', ')} must be set too.`);
  return Object.fromEntries([[as, address], ...[...needs, ...may].flatMap((one) => (use[one] ? [[one, use[one]]] : []))]);
}

/** What has to be installed on the machine for the stores that are not given. @param {NodeJS.ProcessEnv} use */
export function neededTools(use) {
  return /** @type {const} */ (['redis', 'nats']).filter((name) => given(name, use) === null).map((name) => TOOLS[name]);
}

/**
 * Starts private stores on loopback, on free ports that they keep when they are restarted. Several sets can run side by side.
 * @param {object} options
 * @param {string} options.dir data, logs, pid files and passwords; what an earlier run left running in it is stopped first
 * @param {NodeJS.ProcessEnv} [options.use] stores named here (DATABASE_URL, REDIS_URL, NATS_URL, S3_ENDPOINT) are used, not started
 * @param {StoreName[]} [options.only]
 * @param {(line: string) => void} [options.log]
 * @param {(cause: Error) => void} [options.onFailure] a store cannot be kept alive
 */
export async function startStores({ dir, use = {}, only = ALL, log = () => undefined, onFailure = (cause) => log(cause.message) }) {
  await sweep(join(dir, 'run'));
  const supervisor = createSupervisor({ dir, say: log, onFailure });
  /** @type {Record<string, string>} */
  const env = {};
  /** @type {string[]} */
  const outside = [];

  /** @param {StoreName} name */
  async function bring(name) {
    const named = given(name, use);
    if (named) return void Object.assign(env, named);
    const store = await MAKE[name]({ dir, secret: secretsOf(dir), say: log });
    if (store.homeOutside) outside.push(store.homeOutside);
    await supervisor.start(store.spec);
    Object.assign(env, store.env);
  }

  const results = await Promise.allSettled(only.map(bring));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await supervisor.stop();
    throw failed.reason;
  }
  return {
    env,
    /** A store comes back by itself after this. @param {StoreName} name @param {NodeJS.Signals} [signal] */
    kill: (name, signal) => supervisor.kill(name, signal),
    /** It stays away until `restart`. @param {StoreName} name @param {NodeJS.Signals} [signal] */
    down: (name, signal) => supervisor.down(name, signal),
    /** @param {StoreName} name */
    restart: (name) => supervisor.restart(name),
    /** Waits until a killed store is back. @param {StoreName} name */
    ready: (name) => supervisor.ready(name),
    pids: supervisor.pids,
    stop: supervisor.stop,
    /** Stops and forgets everything: for tests. */
    async remove() {
      await supervisor.stop();
      for (const folder of [dir, ...outside]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startStores>>} Stores */
