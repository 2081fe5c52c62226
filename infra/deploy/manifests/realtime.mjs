import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { until } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { secretsOf, signingKeys } from '../../local/secrets.mjs';
import { nats } from '../../local/stores/nats.mjs';
import { redis } from '../../local/stores/redis.mjs';
import { createSupervisor } from '../../local/supervisor.mjs';

/** Stands in for auth: no session is revoked. Without an answer realtime would not become ready. @param {string} url of the bus */
async function answerAsAuth(url) {
  const bus = await connect({ servers: new URL(url).host, maxReconnectAttempts: -1 });
  bus.subscribe('auth.session.list-revoked', {
    callback: (_error, message) => void message.respond(JSON.stringify({ response: [], isDisposed: true })),
  });
  return bus;
}

/** Starts realtime with a private bus and Redis, to check the paths of its ops port that manifests use. */
export async function startRealtime() {
  const dir = mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), 'manifests-'));
  const supervisor = createSupervisor({ dir, say: () => undefined, onFailure: () => undefined });
  const place = { dir, secret: secretsOf(dir), say: () => undefined, whole: false, flush: false };
  const [bus, cache] = await Promise.all([nats(place), redis(place)]);
  await Promise.all([supervisor.start(bus.spec), supervisor.start(cache.spec)]);
  const auth = await answerAsAuth(bus.env.NATS_URL);
  const [ops, port] = [await freePort(), await freePort()];
  const { publicKeysFile } = signingKeys(dir);
  const ask = async (/** @type {string} */ path) => {
    const answer = await fetch(`http://127.0.0.1:${ops}${path}`, { signal: AbortSignal.timeout(5_000) });
    return { status: answer.status, text: await answer.text() };
  };
  await supervisor.start({
    name: 'realtime',
    order: 1,
    command: nodeBinary(),
    args: [join(ROOT, 'services', 'realtime', 'bundle', 'main.js')],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      OPS_PORT: String(ops),
      PORT: String(port),
      APP_ORIGIN: 'http://localhost:8080',
      JWT_PUBLIC_KEYS_FILE: publicKeysFile,
      ...bus.env,
      ...cache.env,
    },
    ready: async () => (await ask('/readyz')).status === 200,
  });
  return {
    ask,
    busDown: () => supervisor.down('nats', 'SIGKILL'),
    busUp: () => supervisor.restart('nats'),
    /** @param {string} path @param {number} status */
    until: (path, status) =>
      until(`${path} answers ${status}`, async () => (await ask(path)).status === status, 30_000),
    /** Stops it and waits until it ended. */
    end: () => supervisor.down('realtime'),
    async stop() {
      await auth.close();
      await supervisor.stop();
    },
  };
}
