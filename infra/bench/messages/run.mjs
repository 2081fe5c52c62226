/*
 * `node infra/bench/messages/run.mjs [--couples n] [--rates 50,300,full] [--seconds n] [--idle n] [--replicas n] [--json file]`: measures
 * the cost of a message and compares it with the floor on the same stores: a bare Socket.IO process that sends each turn's
 * batch as one NATS request to a bare process, which commits it with one UNNEST statement. The product must be built.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile, runBenchmark, startOwnStores } from '../benchmark.mjs';
import { profileLines, profiled } from '../profile.mjs';
import { writeReport } from '../report.mjs';
import { connectAll, createTraffic } from './clients.mjs';
import { startDuet, startFloor } from './contestants.mjs';
import { cpuSeconds, privateKilobytes } from './cpu.mjs';
import { makeCouples } from './people.mjs';

/**
 * @typedef {import('./contestants.mjs').Contestant} Contestant
 * @typedef {{name: string, rate: string, delivered: number, p50: number, p99: number, perCoreSecond: number, micros: Record<string, number>, refused: number}} Measure
 */

const { values } = parseArgs({
  options: {
    couples: { type: 'string', default: '300' },
    rates: { type: 'string', default: '50,300,full' },
    seconds: { type: 'string', default: '20' },
    idle: { type: 'string', default: '2000' },
    replicas: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const [couples, seconds, idle, replicas] = [
  Number(values.couples),
  Number(values.seconds),
  Number(values.idle),
  Number(values.replicas),
];
const rates = values.rates.split(',').map((rate) => (rate === 'full' ? /** @type {const} */ ('full') : Number(rate)));
const WARM_UP = 3;

/** Messages per second while the processes are profiled. */
const PROFILED_RATE = 300;

const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);

/** @param {Contestant} one @param {ReturnType<typeof createTraffic>} traffic @param {number | 'full'} rate @returns {Promise<Measure>} */
async function measure(one, traffic, rate) {
  await traffic.run(rate, WARM_UP);
  await traffic.quiet();
  await one.rested();
  traffic.take();
  const before = cpuSeconds(one.pids());
  await traffic.run(rate, seconds);
  await traffic.quiet();
  await one.rested();
  const after = cpuSeconds(one.pids());
  const times = traffic.take();
  const used = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
  const total = Object.values(used).reduce((sum, each) => sum + each, 0);
  const micros = Object.fromEntries(Object.entries(used).map(([name, spent]) => [name, (spent / times.length) * 1e6]));
  return {
    name: one.name,
    rate: String(rate),
    delivered: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    perCoreSecond: times.length / total,
    micros,
    refused: traffic.counts().refused,
  };
}

/** The memory of idle connections in the gateway and realtime. @param {Contestant} one @param {import('./people.mjs').Member[]} members */
async function weigh(one, members) {
  const kilobytes = async () => {
    for (const pid of one.socketPids) process.kill(pid, 'SIGUSR2');
    await delay(1_500);
    return one.socketPids.reduce((sum, pid) => sum + privateKilobytes(pid), 0);
  };
  const before = await kilobytes();
  const sockets = await connectAll(one.urls, members);
  await delay(2_000);
  const after = await kilobytes();
  for (const socket of sockets) socket.disconnect();
  return (after - before) / members.length;
}

/** @param {Contestant} one @param {import('./people.mjs').Member[]} members @param {import('./people.mjs').Member[]} idlers @param {import('pg').Pool} tables */
async function contest(one, members, idlers, tables) {
  const sockets = await connectAll(one.urls, members);
  const traffic = createTraffic(sockets);
  const measures = [];
  for (const rate of rates) {
    const found = await measure(one, traffic, rate);
    measures.push(found);
    say(
      `${one.name.padEnd(6)} ${found.rate.padStart(5)}/s  delivered ${String(found.delivered).padStart(6)}  p50 ${found.p50.toFixed(1)} ms  p99 ${found.p99.toFixed(1)} ms  ${found.perCoreSecond.toFixed(0)} per core-second${found.refused > 0 ? `  REFUSED ${found.refused}` : ''}`,
    );
    say(
      `         µs of CPU per message: ${Object.entries(found.micros)
        .filter(([, spent]) => spent >= 1)
        .map(([name, spent]) => `${name} ${spent.toFixed(0)}`)
        .join(', ')}`,
    );
  }
  const ids = traffic.acknowledged();
  const { rows } = await tables.query(one.stored, [ids]);
  const whole = rows[0].rows === ids.length && rows[0].ids === ids.length;
  say(
    `${one.name.padEnd(6)} ${ids.length} acknowledged, ${rows[0].ids} of them in PostgreSQL, ${rows[0].rows} rows${whole ? '' : '  NOT ONCE EACH'}; ${traffic.counts().unacknowledged} not delivered`,
  );
  const profile = await profiled(one.nodePids(), async () => {
    await traffic.run(PROFILED_RATE, seconds);
    await traffic.quiet();
  });
  say(`${one.name.padEnd(6)} ${PROFILED_RATE}/s, shares of the time in which a process is busy:`);
  for (const line of profileLines(profile)) say(line);
  for (const socket of sockets) socket.disconnect();
  await delay(1_000);
  const kilobytes = idlers.length > 0 ? await weigh(one, idlers) : 0;
  if (idlers.length > 0)
    say(`${one.name.padEnd(6)} ${kilobytes.toFixed(1)} kB per idle signed-in socket (${idlers.length})`);
  return { measures, profile, kilobytes, acknowledged: ids.length, whole };
}

await runBenchmark(async (undo) => {
  const { dir, stores, adminUrl, tables } = await startOwnStores(undo);
  const duet = await startDuet(stores, tables, dir, replicas);
  undo(duet.stop);
  const members = (await makeCouples(tables, dir, couples)).flat();
  const idlers = (await makeCouples(tables, dir, Math.ceil(idle / 2))).flat();
  const ours = await contest(duet, members, idlers, tables);
  await duet.stop();
  const floor = await startFloor(stores, adminUrl);
  undo(floor.stop);
  const theirs = await contest(floor, members, idlers, tables);
  const ratios = ours.measures.map(({ rate, p50, p99, perCoreSecond }, index) => {
    const least = theirs.measures[index];
    return { rate, perCoreSecond: perCoreSecond / least.perCoreSecond, p50: p50 / least.p50, p99: p99 / least.p99 };
  });
  for (const { rate, perCoreSecond, p50, p99 } of ratios) {
    say(
      `at ${rate}/s: ${perCoreSecond.toFixed(2)} of the floor's messages per core-second (aim 0.6), p50 ${p50.toFixed(2)} times (aim 1.3), p99 ${p99.toFixed(2)} times`,
    );
  }
  if (values.json) writeReport(values.json, { couples, seconds, idle, replicas, ratios, duet: ours, floor: theirs });
  process.exitCode = ours.whole && theirs.whole ? 0 : 1;
});
