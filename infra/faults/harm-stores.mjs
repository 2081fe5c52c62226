import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../local/stores/ask.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools @typedef {import('../local/store-choice.mjs').StoreName} StoreName */

/** In order, or without a word; down for a moment either way. @param {StoreName} name @param {NodeJS.Signals} [signal] */
export const storeRestarted = (name, signal) => async (/** @type {Scene} */ { stores, hurting }, /** @type {Tools} */ { random }) => {
  await hurting([name], async () => {
    await stores.down(name, signal);
    await delay(random.below(2_000));
    await stores.restart(name);
  });
};

/** The stream and everything in it is gone; facts that were told in the last day are told again. @param {Scene} scene */
export async function natsWiped({ stores, hurting, dir }) {
  await hurting(['nats'], async () => {
    await stores.down('nats', 'SIGKILL');
    const data = join(dir, 'stores', 'nats', 'data');
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    await stores.restart('nats');
  });
}

/** @param {string} command */
export const redisTold = (command) => async (/** @type {Scene} */ { stores }) => {
  const port = Number(new URL(stores.env.REDIS_URL).port);
  for (let times = 0; times < 3; times += 1) {
    await ask(port, `${command}\r\n`);
    await delay(300);
  }
};

/** Somebody holds the table, so every connection of the pools is soon in somebody's hands. @param {Scene} scene @param {Tools} tools */
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

/** The network between two is gone, one way or both, and comes back. @param {import('./scene.mjs').Route} route @param {import('./proxy.mjs').Mode} mode */
export const parted = (route, mode) => async (/** @type {Scene} */ { routes }, /** @type {Tools} */ { short }) => {
  routes[route].set(mode);
  await delay(short ? 5_000 : 20_000);
  routes[route].set('pass');
};

/** @param {string[]} names */
export const switched = (...names) => async (/** @type {Scene} */ { switches }, /** @type {Tools} */ { short }) => {
  for (const name of names) switches.on(name);
  await delay(short ? 5_000 : 20_000);
  for (const name of names) switches.off(name);
};

/** Every message goes out three times, over both paths at once. @param {Scene} _scene @param {Tools} tools */
export async function sentThrice(_scene, { load, short }) {
  load.setCopies(3);
  await delay(short ? 5_000 : 20_000);
  load.setCopies(1);
}
