import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../local/stores/ask.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools @typedef {import('../../local/store-choice.mjs').StoreName} StoreName */

/** Stops a store, in order or by the given signal, and starts it again after a moment. @param {StoreName} name @param {NodeJS.Signals} [signal] */
export const storeRestarted =
  (name, signal) =>
  async (/** @type {Scene} */ { stores, hurting }, /** @type {Tools} */ { random }) => {
    await hurting([name], async () => {
      await stores.down(name, signal);
      await delay(random.below(2_000));
      await stores.restart(name);
    });
  };

/** Deletes the stream. The relays publish the events of the last day again. @param {Scene} scene */
export async function natsWiped({ stores, hurting, dir }) {
  await hurting(['nats'], async () => {
    await stores.down('nats', 'SIGKILL');
    const data = join(dir, 'stores', 'nats', 'data');
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    await stores.restart('nats');
  });
}

/** @param {string} command */
export const redisCommanded =
  (command) =>
  async (/** @type {Scene} */ { stores }) => {
    const port = Number(new URL(stores.env.REDIS_URL).port);
    for (let times = 0; times < 3; times += 1) {
      await ask(port, `${command}\r\n`);
      await delay(300);
    }
  };

/** Locks the table, so that all connections of the pools soon wait. @param {Scene} scene @param {Tools} tools */
export async function poolExhausted({ tables }, { short }) {
  const client = await tables.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE messaging.conversations IN ACCESS EXCLUSIVE MODE');
    await delay(short ? 3_000 : 8_000);
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
}

/** Cuts the network between two processes, one way or both, and restores it. @param {import('./scene.mjs').Route} route @param {import('./proxy.mjs').Mode} mode */
export const parted =
  (route, mode) =>
  async (/** @type {Scene} */ { routes }, /** @type {Tools} */ { short }) => {
    routes[route].set(mode);
    await delay(short ? 5_000 : 20_000);
    routes[route].set('pass');
  };

/** @param {string[]} names */
export const switched =
  (...names) =>
  async (/** @type {Scene} */ { switches }, /** @type {Tools} */ { short }) => {
    for (const name of names) switches.on(name);
    await delay(short ? 5_000 : 20_000);
    for (const name of names) switches.off(name);
  };

/** Each client sends every message three times, over both paths. @param {Scene} _scene @param {Tools} tools */
export async function sentThrice(_scene, { load, short }) {
  load.setCopies(3);
  await delay(short ? 5_000 : 20_000);
  load.setCopies(1);
}
