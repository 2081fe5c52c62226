import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onEnd } from '../local/ending.mjs';
import { until } from '../local/eventually.mjs';
import { LOCAL } from '../local/places.mjs';
import { freePort } from '../local/ports.mjs';
import { began } from '../local/processes.mjs';
import { startProduct } from '../local/product.mjs';
import { nodeBinary } from '../local/runtime.mjs';
import { startStores } from '../local/stores.mjs';
import { machine } from './report.mjs';

/** @typedef {import('../local/stores.mjs').Stores} Stores @typedef {() => unknown} Step @typedef {(step: Step) => void} Undo */

/**
 * Names the machine, runs a benchmark, then undoes what it started, the latest first; also when it fails or is interrupted.
 * @param {(undo: Undo) => Promise<void>} work
 */
export async function runBenchmark(work) {
  /** @type {Step[]} */
  const steps = [];
  const end = async () => {
    for (const step of steps.splice(0)) await step();
  };
  onEnd(() => void end().then(() => process.exit(1)));
  const { processor, cores, gibibytes, node } = machine();
  console.log(`${processor}, ${cores} cores, ${gibibytes} GiB, Node ${node}`);
  try {
    await work((step) => void steps.unshift(step));
  } finally {
    await end();
  }
}

/** Starts stores for a benchmark alone. `tables` and `adminUrl` reach the product's database, once it is there. @param {Undo} undo */
export async function startOwnStores(undo) {
  const dir = join(LOCAL, `bench-${process.pid}`);
  const stores = await startStores({ dir });
  undo(stores.remove);
  const url = new URL(stores.env.ADMIN_DATABASE_URL);
  url.pathname = '/duet';
  const tables = new pg.Pool({ connectionString: url.href, max: 2 });
  undo(() => tables.end());
  return { dir, stores, adminUrl: url.href, tables };
}

/** Starts stores and the built product, which logs warnings only. @param {Undo} undo @param {Record<string, string>} [env] of every process */
export async function startOwnProduct(undo, env = {}) {
  const own = await startOwnStores(undo);
  const { dir, stores } = own;
  const product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    env: () => ({ LOG_LEVEL: 'warn', ...env }),
  });
  undo(product.stop);
  return { ...own, product };
}

/** The stores on the path of a call or message; S3 and mail are not. @param {Stores} stores */
export function storePids(stores) {
  const { postgres, nats, redis } = stores.pids();
  return { postgres, nats, redis };
}

/**
 * Starts a process of a floor.
 * @param {URL} program @param {Record<string, string>} env
 */
export function startBare(program, env) {
  const child = spawn(nodeBinary(), [fileURLToPath(program)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pid = Number(child.pid);
  return {
    pid,
    async stop() {
      child.kill('SIGTERM');
      await until('a process of the floor ended', () => began(pid) === null);
    },
  };
}

/** Waits until a server answers. @param {string} url */
export const answering = (url) =>
  until(`${url} answers`, () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ),
  );

/** @param {readonly number[]} figures @param {number} share between 0 and 1; 0.5 is the median */
export const quantile = (figures, share) =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ?? Number.NaN;
