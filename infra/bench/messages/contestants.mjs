import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { began } from '../../local/processes.mjs';
import { until } from '../../local/eventually.mjs';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { nodeBinary } from '../../local/runtime.mjs';

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string[]} urls of the replicas that accept sockets
 * @property {() => Record<string, number | null>} pids of all its processes and stores
 * @property {number[]} socketPids of the processes that accept sockets
 * @property {string} stored the statement that counts the rows with some ids, and the distinct ids among them
 * @property {() => Promise<void>} rested resolves when all work that the last message caused is done
 * @property {() => Promise<void>} stop
 */

const COLLECT = new URL('collect.mjs', import.meta.url).href;

/** The stores on the path of a message; S3 and mail are not. @param {import('../../local/stores.mjs').Stores} stores */
function storePids(stores) {
  const { postgres, nats, redis } = stores.pids();
  return { postgres, nats, redis };
}

/** @param {import('../../local/stores.mjs').Stores} stores @param {import('pg').Pool} tables @param {string} dir @param {{replicas: number, profiles: string | null}} options `profiles`: where each process leaves a CPU profile at its end @returns {Promise<Contestant>} */
export async function startDuet(stores, tables, dir, { replicas, profiles }) {
  const measured = (/** @type {string} */ name) => (name.startsWith('realtime') ? [`--import=${COLLECT}`] : []);
  const profiled = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
  const product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    replicas: { messaging: replicas, realtime: replicas },
    env: (name) => ({
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: [...measured(name), ...(/messaging|realtime/.test(name) ? profiled : [])].join(' '),
    }),
  });
  const names = Object.keys(product.processes).filter((name) => name.startsWith('realtime'));
  return {
    name: 'duet',
    urls: names.map((name) => String(product.processes[name].url)),
    pids: () => ({ ...product.pids(), ...storePids(stores) }),
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

/** @param {string} file @param {Record<string, string>} env */
function bare(file, env) {
  const args = [`--import=${COLLECT}`, fileURLToPath(new URL(file, import.meta.url))];
  return spawn(nodeBinary(), args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @param {import('../../local/stores.mjs').Stores} stores @returns {Promise<Contestant>} */
export async function startFloor(stores) {
  const port = await freePort();
  const { NATS_URL, ADMIN_DATABASE_URL } = stores.env;
  const [sockets, writer] = [
    bare('floor-sockets.mjs', { NATS_URL, PORT: String(port) }),
    bare('floor-writer.mjs', { NATS_URL, DATABASE_URL: ADMIN_DATABASE_URL }),
  ];
  const url = `http://127.0.0.1:${port}`;
  await until('the floor answers', () =>
    fetch(`${url}/socket.io/?EIO=4&transport=polling`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  await delay(500);
  return {
    name: 'floor',
    urls: [url],
    pids: () => ({ sockets: Number(sockets.pid), writer: Number(writer.pid), ...storePids(stores) }),
    socketPids: [Number(sockets.pid)],
    stored:
      'SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids FROM floor_messages WHERE id = ANY($1::uuid[])',
    rested: async () => undefined,
    async stop() {
      for (const child of [sockets, writer]) {
        child.kill('SIGTERM');
        while (began(Number(child.pid)) !== null) await delay(20);
      }
    },
  };
}
