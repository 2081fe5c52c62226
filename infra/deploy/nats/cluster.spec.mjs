/* The configuration of the cluster, with three servers on this machine: a server stops as on a drained node, then one is killed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@nats-io/transport-node';
import { run } from '../../local/command.mjs';
import { eventually } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { secretsOf } from '../../local/secrets.mjs';
import { writeBusRights } from '../../local/stores/nats.mjs';
import { createSupervisor } from '../../local/supervisor.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { TOOLS, requireCommand } from '../../local/tools.mjs';
import { renderedFile } from '../manifests/overlays.mjs';
import { parseObjects } from '../manifests/yaml.mjs';

const NAMES = ['nats-0', 'nats-1', 'nats-2'];

const dir = temporaryFolder('cluster');
const supervisor = createSupervisor({ dir, say: () => undefined, onFailure: () => undefined });
const secret = secretsOf(dir);
const { openEventStream } = await import(
  pathToFileURL(join(ROOT, 'libs', 'service-kit', 'dist', 'bus', 'event-stream.js')).href
);

/** @type {Record<string, {client: number, peers: number, monitor: number}>} */
const ports = {};
/** @type {import('@nats-io/transport-node').NatsConnection} */
let bus;
/** @type {{client: import('@nats-io/jetstream').JetStreamClient, manager: import('@nats-io/jetstream').JetStreamManager}} */
let stream;

/** The container of the rendered cluster. */
const [probes] = parseObjects(readFileSync(renderedFile('production'), 'utf8')).flatMap(({ kind, metadata, spec }) =>
  kind === 'StatefulSet' && metadata.name === 'nats' ? spec.template.spec.containers : [],
);

/** The settings of the pod, on ports and in a folder of this machine. @param {string} name */
function configuration(name) {
  const folder = join(dir, name);
  for (const place of ['tmp', 'data']) mkdirSync(join(folder, place), { recursive: true });
  const own = ports[name];
  const text = readFileSync(join(import.meta.dirname, 'cluster', 'nats.conf'), 'utf8');
  const here = text
    .replace('port: 4222', `host: "127.0.0.1"\nport: ${own?.client}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${own?.monitor}`)
    .replace('port: 6222', `host: "127.0.0.1"\n  port: ${own?.peers}`)
    .replaceAll(/(nats-\d)\.nats-peers:6222/g, (_all, peer) => `127.0.0.1:${ports[peer]?.peers}`)
    .replaceAll(/"\/(tmp|data)/g, `"${folder}/$1`)
    // Servers before 2.10 do not know it.
    .replace('sync_interval: always', '')
    .replace('users.conf', '../stores/nats/users.conf');
  writeFileSync(join(folder, 'nats.conf'), here);
  return join(folder, 'nats.conf');
}

beforeAll(async () => {
  for (const name of NAMES)
    ports[name] = { client: await freePort(), peers: await freePort(), monitor: await freePort() };
  mkdirSync(join(dir, 'stores', 'nats'), { recursive: true });
  await writeBusRights({ dir, secret, root: ROOT });
  await Promise.all(
    NAMES.map((name) =>
      supervisor.start({
        name,
        order: 1,
        command: requireCommand(TOOLS.nats),
        args: ['--config', configuration(name)],
        env: { PATH: process.env.PATH, POD_NAME: name },
        ready: async () => (await fetch(`http://127.0.0.1:${ports[name]?.monitor}/healthz`)).ok,
      }),
    ),
  );
  bus = await connect({
    servers: NAMES.map((name) => `127.0.0.1:${ports[name]?.client}`),
    user: 'auth',
    pass: secret('nats auth'),
    inboxPrefix: '_INBOX.auth',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  });
  stream = await openEventStream(bus, 3);
}, 120_000);

afterAll(async () => {
  await bus?.close();
  await supervisor.stop();
});

/** Publishes as the outbox does: again until it is acknowledged, with the same id. @param {string} id */
const publish = (id) =>
  eventually(() => stream.client.publish('events.user.registered.u', id, { msgID: id, timeout: 2_000 }));

const state = async () => (await stream.manager.streams.info('EVENTS')).state;

/** The name of the server that leads the stream. */
const leader = async () => (await stream.manager.streams.info('EVENTS')).cluster?.leader ?? '';

describe('a cluster of three', () => {
  it('stores each event on all of them', async () => {
    const { config, cluster } = await stream.manager.streams.info('EVENTS');
    expect(config.num_replicas).toBe(3);
    await publish('first');
    expect([cluster?.leader, ...(cluster?.replicas ?? []).map(({ name }) => name)].toSorted()).toEqual(NAMES);
  });

  it('loses no acknowledged event when the leader leaves as on a drained node', async () => {
    const leaving = await leader();
    const before = (await state()).messages;
    const pid = readFileSync(join(dir, leaving, 'tmp', 'nats.pid'), 'utf8').trim();
    const [, ...stopping] = await Promise.all([
      run(requireCommand(TOOLS.nats), ['--signal', `ldm=${pid}`]),
      ...Array.from({ length: 200 }, (_one, n) => publish(`drained-${n}`)),
    ]);
    expect(stopping).toHaveLength(200);
    await eventually(async () => expect(await leader()).not.toBe(leaving));
    expect((await state()).messages).toBe(before + 200);
  }, 60_000);

  it('loses no acknowledged event when the leader is killed', async () => {
    const killed = await leader();
    const before = (await state()).messages;
    await Promise.all([
      supervisor.down(killed, 'SIGKILL'),
      ...Array.from({ length: 200 }, (_one, n) => publish(`killed-${n}`)),
    ]);
    await eventually(async () => expect((await state()).messages).toBe(before + 200));
    await supervisor.restart(killed);
    await eventually(async () => {
      const { cluster } = await stream.manager.streams.info('EVENTS');
      expect((cluster?.replicas ?? []).map(({ current }) => current)).toEqual([true, true]);
    });
  }, 60_000);

  it('leaves the last server alive, which has no quorum', async () => {
    const [survivor = '', ...others] = NAMES;
    await Promise.all(others.map((name) => supervisor.down(name, 'SIGKILL')));
    const status = async (/** @type {string} */ path) =>
      (await fetch(`http://127.0.0.1:${ports[survivor]?.monitor}${path}`)).status;
    // It notices within 20 s that the others have gone.
    await eventually(async () => expect(await status('/healthz')).toBe(503), 40_000);
    expect(await status(probes.livenessProbe.httpGet.path)).toBe(200);
    expect(probes.startupProbe.failureThreshold * probes.startupProbe.periodSeconds).toBeGreaterThanOrEqual(3_600);
  }, 60_000);
});
