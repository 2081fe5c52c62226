import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/places.mjs';
import { connectionsNeeded } from '../deploy/manifests/connections.mjs';
import { POSTGRES, renderedFile } from '../deploy/manifests/overlays.mjs';
import { amount } from '../deploy/manifests/quantities.mjs';
import { mostPods, ofKind, podsOf } from '../deploy/manifests/world.mjs';
import { parseObjects } from '../deploy/manifests/yaml.mjs';

/**
 * @typedef {{value: number, unit: string, what: string, source?: string}} Figure
 * @typedef {{measured: Record<string, any>, assumed: Record<string, Figure>}} Figures `cpu` and `get` are groups of figures by process
 * @typedef {ReturnType<typeof needs>} Needs
 */

const DAY = 86_400;
const YEAR = 365;

/** Days that the stream stores events (`libs/service-kit/src/bus/event-stream.ts`). */
const STREAM_DAYS = 7;

/** The processes whose replicas the plan counts. */
export const PLANNED = /** @type {const} */ (['gateway', 'realtime', 'messaging', 'auth', 'media']);

/** A core's microseconds in a second. */
const CORE = 1e6;

/** The call that stands for all GETs, the most expensive of the frequent ones. */
const PAGE = 'GET /messages/conversation?limit=50';

const TEXT = {
  messaging: 'a text in messaging',
  realtime: 'a text in realtime',
  postgres: 'a text in PostgreSQL',
  nats: 'a text in NATS',
  auth: 'a text in auth',
};

const GET = {
  gateway: 'a page of 50 messages in the gateway',
  messaging: 'a page of 50 messages in messaging',
  postgres: 'a page of 50 messages in PostgreSQL',
  nats: 'a page of 50 messages in NATS',
};

/** The production overlay must carry this many couples for a year as it is. */
export const OVERLAY_CARRIES = 30_000;

/** The figures of a benchmark's last run. @param {string} name */
const benchmark = (name) =>
  JSON.parse(readFileSync(join(ROOT, 'docs', 'operations', 'figures', `${name}.json`), 'utf8'));

/** The CPU of each process. @param {Record<string, number>} micros @param {Record<string, string>} processes with their part in words @param {string} source */
const cpuOf = (micros, processes, source) =>
  Object.fromEntries(
    Object.entries(processes).map(([name, what]) => [
      name,
      { value: Math.round(Number(micros[name])), unit: 'µs', what, source },
    ]),
  );

/** @returns {Figures} */
export function readFigures() {
  const { measured, assumed } = JSON.parse(readFileSync(join(import.meta.dirname, 'scale-figures.json'), 'utf8'));
  const text = benchmark('messages').duet.measures.find((/** @type {{rate: string}} */ { rate }) => rate === '300');
  const page = benchmark('calls').calls.find((/** @type {{name: string}} */ { name }) => name === PAGE);
  const cpu = cpuOf(text.micros, TEXT, 'figures/messages.json, 300 texts a second');
  const get = cpuOf(page.duet.micros, GET, 'figures/calls.json');
  return { measured: { ...measured, cpu: { ...cpu, ...measured.cpu }, get }, assumed };
}

/** The limits of the production overlay and its database. */
export function readOverlay() {
  const objects = parseObjects(readFileSync(renderedFile('production'), 'utf8'));
  const [cluster] = ofKind(parseObjects(readFileSync(renderedFile(POSTGRES), 'utf8')), 'Cluster');
  const scalers = ofKind(objects, 'HorizontalPodAutoscaler');
  const realtime = scalers.find(({ metadata }) => metadata.name === 'realtime')?.spec;
  const sockets = realtime?.metrics.find((/** @type {any} */ one) => one.pods)?.pods.target.averageValue;
  const bus = ofKind(objects, 'ConfigMap').find(({ data }) => data['nats.conf'])?.data['nats.conf'];
  const [, store = ''] = /max_file_store: (\d+[MGT])B/.exec(String(bus)) ?? [];
  if (!cluster || !sockets || !store)
    throw new Error('the overlay of production has changed: it lacks a figure of the plan');
  return {
    /** Replicas at most, by process. @type {Record<string, number>} */
    replicas: Object.fromEntries(scalers.map(({ metadata, spec }) => [metadata.name, spec.maxReplicas])),
    socketsPerReplica: Number(sockets),
    streamBytes: amount(store),
    databaseBytes: amount(cluster.spec.storage.size),
    connections: Number(cluster.spec.postgresql.parameters.max_connections),
    connectionsNeeded: connectionsNeeded(objects),
    requested: requestedAtMaxima(objects, cluster.spec),
  };
}

/**
 * Cores and bytes of memory that all pods request when every autoscaler is at its maximum, with those of PostgreSQL.
 * @param {import('../deploy/manifests/yaml.mjs').Manifest[]} objects @param {any} cluster
 */
function requestedAtMaxima(objects, cluster) {
  const pods = podsOf(objects)
    .filter(({ owner }) => owner.kind === 'Deployment' || owner.kind === 'StatefulSet')
    .map(({ owner, spec }) => ({
      count: mostPods(objects, owner),
      requests: spec.containers.map((/** @type {any} */ { resources }) => resources.requests),
    }));
  pods.push({ count: cluster.instances, requests: [cluster.resources.requests] });
  /** @param {string} what */
  const sum = (what) =>
    pods.reduce(
      (all, { count, requests }) =>
        all + count * requests.reduce((/** @type {number} */ one, /** @type {any} */ of) => one + amount(of[what]), 0),
      0,
    );
  return { cores: sum('cpu'), bytes: sum('memory') };
}

/** Machines for what the overlay requests. @param {Figures} figures @param {ReturnType<typeof readOverlay>} overlay */
export function overlayMachines({ assumed: { node, nodeBytes } }, { requested }) {
  if (!node || !nodeBytes) throw new Error('a figure of a machine is missing');
  return Math.max(3, Math.ceil(requested.cores / node.value), Math.ceil(requested.bytes / nodeBytes.value));
}

/** Computes the load, the replicas and the bytes of so many couples. @param {number} couples @param {Figures} figures @param {{socketsPerReplica: number}} overlay */
export function needs(couples, { measured, assumed }, { socketsPerReplica }) {
  /** A figure's value. @param {string} name */
  const of = (name) => /** @type {Figure} */ (assumed[name] ?? measured[name]).value;
  /** Of the busiest second, from times a day of one couple. @param {string} name */
  const rate = (name) => (couples * of(name) * of('peak')) / DAY;
  const [texts, gets, files] = [rate('texts'), rate('gets'), rate('files')];
  /** @param {string} process */
  const cores = (process) =>
    (texts * (measured.cpu[process]?.value ?? 0) + gets * (measured.get[process]?.value ?? 0)) / CORE / of('spare');
  /** A Node process uses one core. @param {number} busy */
  const replicas = (busy) => Math.max(2, Math.ceil(busy));
  const sockets = couples * 2 * of('online');
  const media = (files * of('fileCpu')) / CORE / of('spare');
  const processes = {
    gateway: replicas(cores('gateway')),
    realtime: Math.max(replicas(cores('realtime')), Math.ceil(sockets / socketsPerReplica)),
    messaging: replicas(cores('messaging')),
    auth: replicas(cores('auth')),
    media: replicas(media),
  };
  const postgres = cores('postgres');
  const bus = cores('nats');
  const all = ['gateway', 'realtime', 'messaging', 'auth', 'postgres', 'nats'].reduce(
    (sum, one) => sum + cores(one),
    media,
  );
  const textsADay = couples * of('texts');
  return {
    texts,
    gets,
    sockets,
    socketBytes: sockets * of('socket'),
    processes,
    cores: all,
    postgresCores: postgres,
    busCores: bus,
    /** Three at least: one may fail. */
    nodes: Math.max(3, Math.ceil(all / of('node'))),
    walBytes: texts * measured.wal.value,
    rowBytesAYear: textsADay * YEAR * measured.row.value,
    objectBytesADay: couples * of('files') * of('file'),
    streamBytes: textsADay * STREAM_DAYS * measured.event.value,
    liveBytes: texts * measured.live.value * processes.realtime,
    outboxBytes: textsADay * measured.outbox.value,
  };
}

/**
 * The largest number of couples whose need stays within a limit, to two digits.
 * @param {(needed: Needs) => number} needOf @param {number} limit @param {Figures} figures @param {{socketsPerReplica: number}} overlay
 */
function couplesUntil(needOf, limit, figures, overlay) {
  let [fits, fails] = [1, 1e12];
  while (fails / fits > 1.001) {
    const middle = Math.sqrt(fits * fails);
    if (needOf(needs(middle, figures, overlay)) <= limit) fits = middle;
    else fails = middle;
  }
  return Number(fits.toPrecision(2));
}

/** The limits of the architecture, with the step after each. @param {Figures} figures @param {ReturnType<typeof readOverlay>} overlay */
export function limits(figures, overlay) {
  const { disk, walDisk, writer, network, spare } = figures.assumed;
  if (!disk || !walDisk || !writer || !network || !spare) throw new Error('a figure of the limits is missing');
  /** @type {{what: string, need: (needed: Needs) => number, limit: number, step: string}[]} */
  const all = [
    {
      what: 'a year of messages on one volume of PostgreSQL',
      need: ({ rowBytesAYear }) => rowBytesAYear,
      limit: disk.value * spare.value,
      step: 'one cluster for each service, then Citus by `conversation_id` (below)',
    },
    {
      what: 'CPU of one PostgreSQL that writes',
      need: ({ postgresCores }) => postgresCores,
      limit: writer.value,
      step: 'one cluster for each service, then Citus',
    },
    {
      what: 'WAL of one PostgreSQL',
      need: ({ walBytes }) => walBytes,
      limit: walDisk.value * spare.value,
      step: 'Citus: each node writes its own',
    },
    {
      what: 'live updates out of NATS: every replica of realtime gets all',
      need: ({ liveBytes }) => liveBytes,
      limit: 3 * network.value * spare.value,
      step: 'a live subject for each shard of couples: code in `LivePush` and the relay',
    },
    {
      what: 'events of a week in the stream',
      need: ({ streamBytes }) => streamBytes,
      limit: disk.value * spare.value,
      step: 'a stream for each service',
    },
    {
      what: 'replicas of realtime that one Redis connects',
      need: ({ processes }) => processes.realtime,
      limit: 200,
      step: 'a Redis Cluster for realtime (below)',
    },
  ];
  return all
    .map((one) => ({ ...one, couples: couplesUntil(one.need, one.limit, figures, overlay) }))
    .toSorted((a, b) => a.couples - b.couples);
}

/** @param {string} what @param {(needed: Needs) => number} need @param {number} limit */
const limitOf = (what, need, limit) => ({ what, need, limit });

/** The couples at which the production overlay reaches each of its own limits. @param {Figures} figures @param {ReturnType<typeof readOverlay>} overlay */
export function overlayLimits(figures, overlay) {
  const { replicas, streamBytes, databaseBytes } = overlay;
  const all = [
    ...PLANNED.map((name) => {
      const most = replicas[name] ?? 0;
      return limitOf(`${most} replicas of ${name}`, ({ processes }) => processes[name], most);
    }),
    limitOf('the stream', (needed) => needed.streamBytes, streamBytes),
    limitOf('a year of messages in PostgreSQL', ({ rowBytesAYear }) => rowBytesAYear, databaseBytes),
  ];
  return all
    .map(({ what, need, limit }) => ({ what, couples: couplesUntil(need, limit, figures, overlay) }))
    .toSorted((a, b) => a.couples - b.couples);
}
