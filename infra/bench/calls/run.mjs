/*
 * `node infra/bench/calls/run.mjs [--seconds n] [--connections n] [--rounds n] [--json file]`: signed-in calls through the
 * gateway against a floor on the same stores: a bare Fastify process that makes one NATS request of each call, and a bare
 * process that answers it by one prepared statement. The floor's answers have the same bytes. Both run in turn, round by
 * round, and each figure is the median. Then the processes are profiled for each call. The product must be built.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '../../local/ports.mjs';
import { answering, runBenchmark, startBare, startOwnProduct, storePids } from '../benchmark.mjs';
import { aCouple } from '../list/couple.mjs';
import { seedConversation } from '../list/seed.mjs';
import { cpuSeconds } from '../messages/cpu.mjs';
import { makeCouples } from '../messages/people.mjs';
import { profilable, profileLines, profiled } from '../profile.mjs';
import { writeReport } from '../report.mjs';
import { flatOut, send } from './load.mjs';

/** @typedef {import('./load.mjs').Call} Call @typedef {{perSecond: number, perCoreSecond: number, micros: Record<string, number>}} Measure */
/** @typedef {{name: string, duet: (turn: number) => Call, floor: (turn: number) => Call}} Contest */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const [seconds, connections, rounds] = [Number(values.seconds), Number(values.connections), Number(values.rounds)];

/** Each person may send 60 messages in 10 s; so many people are never limited. */
const SENDERS = 1_000;
const MESSAGES = 500;
const CONTENT = 'The kettle is on, and the lake was pink again this morning. See you at nine?';

/** Gives a person so many reads that the rate limit refuses none. @param {string} redisUrl @param {string} userId */
async function allowReads(redisUrl, userId) {
  const redis = new Redis(redisUrl);
  const counter = createHash('sha256').update(userId).digest('base64url');
  await redis.set(`limit:reads:user:${counter}`, -1e9, 'EX', 3_600);
  redis.disconnect();
}

/** @param {Awaited<ReturnType<typeof startOwnProduct>>} own @param {Record<string, string>} answers by name @param {import('../benchmark.mjs').Undo} undo */
async function startFloor({ stores, adminUrl, tables }, answers, undo) {
  await tables.query('CREATE TABLE floor_answers (name text PRIMARY KEY, body text NOT NULL)');
  await tables.query('CREATE TABLE floor_texts (id uuid PRIMARY KEY, content text NOT NULL)');
  for (const [name, body] of Object.entries(answers))
    await tables.query('INSERT INTO floor_answers VALUES ($1, $2)', [name, body]);
  const { NATS_URL } = stores.env;
  const port = await freePort();
  const gateway = startBare(new URL('floor-gateway.mjs', import.meta.url), { NATS_URL, PORT: String(port) });
  undo(gateway.stop);
  const reader = startBare(new URL('floor-reader.mjs', import.meta.url), { NATS_URL, DATABASE_URL: adminUrl });
  undo(reader.stop);
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/read/${Object.keys(answers)[0]}`);
  return { url, pids: { 'floor gateway': gateway.pid, 'floor reader': reader.pid } };
}

/** @param {(turn: number) => Call} callOf @param {() => Record<string, number | null>} pids @returns {Promise<Measure>} */
async function measure(callOf, pids) {
  await flatOut(callOf, connections, 1);
  const before = cpuSeconds(pids());
  const { answered, seconds: passed } = await flatOut(callOf, connections, seconds);
  const after = cpuSeconds(pids());
  const used = Object.entries(after).map(([name, spent]) => /** @type {const} */ ([name, spent - before[name]]));
  return {
    perSecond: answered / passed,
    perCoreSecond: answered / used.reduce((sum, [, spent]) => sum + spent, 0),
    micros: Object.fromEntries(
      used
        .map(([name, spent]) => [name, Math.round((spent / answered) * 1e6)])
        .filter(([, spent]) => Number(spent) > 0),
    ),
  };
}

/** The measure in the middle by calls per core-second. @param {Measure[]} measures */
const median = (measures) =>
  measures.toSorted((a, b) => a.perCoreSecond - b.perCoreSecond)[Math.floor(measures.length / 2)];

/** @param {Measure} measured */
const shown = ({ perSecond, perCoreSecond, micros }) =>
  `${perSecond.toFixed(0)}/s, ${perCoreSecond.toFixed(0)} per core-second (µs: ${Object.entries(micros)
    .map(([name, spent]) => `${name} ${spent}`)
    .join(', ')})`;

await runBenchmark(async (undo) => {
  const own = await startOwnProduct(undo, profilable());
  const { dir, stores, adminUrl, tables, product } = own;
  const { mira, jonas, chatId } = await aCouple(product.url);
  await seedConversation(adminUrl, { chatId, people: [mira.user._id, jonas.user._id], count: MESSAGES });
  await allowReads(stores.env.REDIS_URL, mira.user._id);
  const senders = (await makeCouples(tables, dir, SENDERS / 2)).flat();
  const signedIn = (/** @type {string} */ token) => ({ authorization: `Bearer ${token}` });
  const read = (/** @type {string} */ path) => () =>
    /** @type {Call} */ ({ method: 'GET', url: `${product.url}/api${path}`, headers: signedIn(mira.token) });
  const message = () => JSON.stringify({ content: CONTENT, clientMessageId: randomUUID() });

  const reads = { profile: '/users/profile', status: '/partners/status', page: '/messages/conversation?limit=50' };
  const agent = new Agent();
  const answers = /** @type {Record<string, string>} */ ({});
  for (const [name, path] of Object.entries(reads)) answers[name] = await send(agent, read(path)());
  const floor = await startFloor(own, answers, undo);

  /** @type {Contest[]} */
  const contests = [
    ...Object.entries(reads).map(([name, path]) => ({
      name: `GET ${path}`,
      duet: read(path),
      floor: () => /** @type {Call} */ ({ method: 'GET', url: `${floor.url}/read/${name}` }),
    })),
    {
      name: 'POST /messages',
      duet: (turn) => ({
        method: 'POST',
        url: `${product.url}/api/messages`,
        headers: signedIn(senders[turn % SENDERS].token),
        body: message(),
      }),
      floor: () => ({ method: 'POST', url: `${floor.url}/write`, body: message() }),
    },
  ];
  const figures = [];
  for (const { name, duet, floor: least } of contests) {
    const measures = { duet: /** @type {Measure[]} */ ([]), floor: /** @type {Measure[]} */ ([]) };
    for (let round = 0; round < rounds; round += 1) {
      measures.duet.push(await measure(duet, () => ({ ...product.pids(), ...storePids(stores) })));
      measures.floor.push(await measure(least, () => ({ ...floor.pids, ...storePids(stores) })));
    }
    const [ours, theirs] = [median(measures.duet), median(measures.floor)];
    const ratio = {
      perSecond: ours.perSecond / theirs.perSecond,
      perCoreSecond: ours.perCoreSecond / theirs.perCoreSecond,
    };
    console.log(
      `${name}: ${ratio.perSecond.toFixed(2)} of the floor's calls per second, ${ratio.perCoreSecond.toFixed(2)} per core-second`,
    );
    console.log(`  duet  ${shown(ours)}`);
    console.log(`  floor ${shown(theirs)}`);
    const profile = await profiled(product.pids(), async () => void (await flatOut(duet, connections, seconds)));
    for (const line of profileLines(profile)) console.log(line);
    figures.push({ name, ratio, duet: ours, floor: theirs, profile });
  }
  if (values.json) writeReport(values.json, { seconds, connections, rounds, calls: figures });
});
