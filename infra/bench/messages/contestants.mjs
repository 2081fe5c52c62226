import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { answering, startBare, storePids } from '../benchmark.mjs';
import { profilable } from '../profile.mjs';

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string[]} urls of the replicas that accept sockets
 * @property {() => Record<string, number | null>} pids of all its processes and stores
 * @property {number[]} socketPids of the processes that accept sockets
 * @property {string} stored the statement that counts the rows with some ids, and the distinct ids among them
 * @property {() => Record<string, number | null>} nodePids of the processes that can be profiled
 * @property {() => Promise<void>} rested resolves when all work that the last message caused is done
 * @property {() => Promise<void>} stop
 */

const COLLECT = new URL('collect.mjs', import.meta.url).href;

/** @param {import('../../local/stores.mjs').Stores} stores @param {import('pg').Pool} tables @param {string} dir @param {number} replicas of messaging and of realtime @returns {Promise<Contestant>} */
export async function startDuet(stores, tables, dir, replicas) {
  const product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    replicas: { messaging: replicas, realtime: replicas },
    env: (name) => ({
      LOG_LEVEL: 'warn',
      ...profilable(name.startsWith('realtime') ? [`--import=${COLLECT}`] : []),
    }),
  });
  const names = Object.keys(product.processes).filter((name) => name.startsWith('realtime'));
  return {
    name: 'duet',
    urls: names.map((name) => String(product.processes[name].url)),
    pids: () => ({ ...product.pids(), ...storePids(stores) }),
    nodePids: product.pids,
    socketPids: names.map((name) => Number(product.pids()[name])),
    stored:
      'SELECT count(*)::int AS rows, count(DISTINCT client_message_id)::int AS ids FROM messaging.messages WHERE client_message_id = ANY($1::uuid[])',
    async rested() {
      const waiting = async () =>
        (await tables.query('SELECT count(*)::int AS n FROM messaging.message_groups WHERE published_to IS NULL'))
          .rows[0].n;
      while ((await waiting()) > 0) await delay(100);
    },
    stop: product.stop,
  };
}

/** @param {import('../../local/stores.mjs').Stores} stores @param {string} adminUrl of the product's database @returns {Promise<Contestant>} */
export async function startFloor(stores, adminUrl) {
  const port = await freePort();
  const { NATS_URL } = stores.env;
  const start = (/** @type {string} */ file, /** @type {Record<string, string>} */ env) =>
    startBare(new URL(file, import.meta.url), { NATS_URL, ...profilable([`--import=${COLLECT}`]), ...env });
  const sockets = start('floor-sockets.mjs', { PORT: String(port) });
  const writer = start('floor-writer.mjs', { DATABASE_URL: adminUrl });
  const nodePids = () => ({ sockets: sockets.pid, writer: writer.pid });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/socket.io/?EIO=4&transport=polling`);
  await delay(500);
  return {
    name: 'floor',
    urls: [url],
    pids: () => ({ ...nodePids(), ...storePids(stores) }),
    nodePids,
    socketPids: [sockets.pid],
    stored:
      'SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids FROM floor_messages WHERE id = ANY($1::uuid[])',
    rested: async () => undefined,
    async stop() {
      await sockets.stop();
      await writer.stop();
    },
  };
}
