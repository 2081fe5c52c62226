import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { freePort } from '../ports.mjs';
import { ask } from './ask.mjs';
import { isReady } from './postgres.mjs';

/**
 * Stores for tests as containers, if `STORES=containers` is set and a Docker engine answers. They use the images of
 * docker-compose.yml, and keep their ports over a restart.
 * @typedef {object} Kind
 * @property {string} image
 * @property {number} port inside
 * @property {number} [monitor] a second port inside, for the readiness check
 * @property {string[]} command
 * @property {Record<string, string>} [environment]
 * @property {Record<string, string>} [files]
 * @property {(port: number) => Record<string, string>} env
 * @property {(port: number, monitor: number) => Promise<boolean>} ready
 */

const READY_WITHIN = 60_000;

const NATS = 'port: 4222\nhttp: 8222\nmax_payload: 8MB\njetstream { store_dir: "/data", sync_interval: always }\n';

/** @param {(name: string) => string} secret @returns {Record<'postgres' | 'redis' | 'nats', Kind>} */
function kinds(secret) {
  const password = secret('postgres admin');
  const postgresUrl = (/** @type {number} */ port) => `postgresql://duet_admin:${password}@127.0.0.1:${port}/postgres`;
  return {
    postgres: {
      image: 'postgres:18',
      port: 5432,
      command: ['postgres', '-c', 'max_connections=300'],
      environment: { POSTGRES_USER: 'duet_admin', POSTGRES_DB: 'postgres', POSTGRES_PASSWORD: password },
      env: (port) => ({ ADMIN_DATABASE_URL: postgresUrl(port), ADMIN_DATABASE_PRIVATE: 'yes' }),
      ready: (port) => isReady(postgresUrl(port))(),
    },
    redis: {
      image: 'redis:8',
      port: 6379,
      command: ['redis-server', '--appendonly', 'yes', '--save', ''],
      env: (port) => ({ REDIS_URL: `redis://127.0.0.1:${port}` }),
      ready: async (port) => (await ask(port, 'PING\r\n')).startsWith('+PONG'),
    },
    nats: {
      image: 'nats:2.14-alpine',
      port: 4222,
      monitor: 8222,
      command: ['nats-server', '--config', '/etc/duet.conf'],
      files: { '/etc/duet.conf': NATS },
      env: (port) => ({ NATS_URL: `nats://127.0.0.1:${port}` }),
      ready: async (_port, monitor) => (await fetch(`http://127.0.0.1:${monitor}/healthz`)).ok,
    },
  };
}

/** @param {string} name */
export const isContained = (name) =>
  process.env.STORES === 'containers' && ['postgres', 'redis', 'nats'].includes(name);

/** @param {string} name @param {() => Promise<boolean>} ready */
async function untilReady(name, ready) {
  for (const deadline = Date.now() + READY_WITHIN; !(await ready().catch(() => false)); await delay(50)) {
    if (Date.now() > deadline)
      throw new Failure(`The container of ${name} is not ready after ${READY_WITHIN / 1000} s.`);
  }
}

/**
 * @param {'postgres' | 'redis' | 'nats'} name
 * @param {(name: string) => string} secret
 */
export async function startContainer(name, secret) {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  const kind = kinds(secret)[name];
  const [port, monitor] = [await freePort(), await freePort()];
  const ready = () => untilReady(name, () => kind.ready(port, monitor));
  const ports = [
    { container: kind.port, host: port },
    ...(kind.monitor ? [{ container: kind.monitor, host: monitor }] : []),
  ];
  const files = Object.entries(kind.files ?? {}).map(([target, content]) => ({ target, content }));
  const started = await new GenericContainer(kind.image)
    .withCommand(kind.command)
    .withEnvironment(kind.environment ?? {})
    .withCopyContentToContainer(files)
    .withExposedPorts(...ports)
    // The log line alone is not enough: readiness is checked below.
    .withWaitStrategy(Wait.forLogMessage(/ready/i))
    .start();
  await ready();
  const runtime = await getContainerRuntimeClient();
  const container = runtime.container.getById(started.getId());
  return {
    env: kind.env(port),
    ready,
    /** Signals the container and restarts it. @param {NodeJS.Signals} [signal] */
    async kill(signal = 'SIGKILL') {
      await container.kill({ signal });
      if (!(await container.inspect()).State.Running) await container.start();
    },
    async down() {
      await container.stop();
    },
    async restart() {
      if ((await container.inspect()).State.Running) await container.stop();
      await container.start();
      await ready();
    },
    async stop() {
      await started.stop({ remove: true, removeVolumes: true });
    },
  };
}
