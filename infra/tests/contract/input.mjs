/*
 * `node infra/tests/contract/input.mjs [--requests n] [--events n] [--seed s]`: sends generated bad input to a product on private
 * stores. It fails when an answer is a server error or takes longer than 10 s, when a process ends, or when memory grows.
 * The product must be built; `npm run faults -- --input` builds it.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { onEnd } from '../../local/ending.mjs';
import { LOCAL } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { MANY_ADDRESSES, startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { createMemory } from './input-memory.mjs';
import { runInput } from './input-run.mjs';

const { values } = parseArgs({
  options: {
    input: { type: 'boolean' },
    requests: { type: 'string', default: '100000' },
    events: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
const seed = Number(values.seed);
const dir = join(LOCAL, `input-${process.pid}`);

/** Ends of processes. @type {string[]} */
const ends = [];
const log = (/** @type {string} */ line) => void (/^\S+ ended /.test(line) && ends.push(line));
/** Undo steps, the latest first. @type {(() => Promise<unknown> | void)[]} */
const undo = [];

/** @type {Promise<void> | undefined} */
let closing;

/** Once: a signal ends the run, whose own end waits for it. */
const close = () => (closing ??= closeAll());

async function closeAll() {
  for (const step of undo.splice(0)) await step();
}

onEnd(() => void close().then(() => process.exit(1)));

/** One line per route and answer. @param {import('./input-run.mjs').Finding[]} findings */
function shown(findings) {
  const kinds = Map.groupBy(
    findings,
    ({ route, what }) => `${route}: ${what.replaceAll(/[\da-f]{8}-[\da-f-]+/g, '…')}`,
  );
  return [...kinds].map(([kind, same]) => `  ${same.length} × ${kind}\n      ${same[0]?.sample}`);
}

async function main() {
  const stores = await startStores({ dir, log });
  undo.unshift(stores.stop);
  const product = await startProduct({ stores: stores.env, dir, port: await freePort(), env: MANY_ADDRESSES, log });
  undo.unshift(product.stop);
  const redis = new Redis(stores.env.REDIS_URL ?? '');
  undo.unshift(() => redis.disconnect());
  const clearRateLimits = async () => {
    const counters = await redis.keys('limit:*');
    if (counters.length > 0) await redis.del(counters);
  };
  const memory = createMemory(product.processes);
  say(`Seed ${seed}, logs are in ${dir}`);
  const outcome = await runInput({
    url: product.url,
    clearRateLimits,
    requests: Number(values.requests),
    events: Number(values.events),
    seed,
    onRound: async (sent) => {
      await memory.read();
      if (sent % 2_500 === 0) say(`  ${sent} requests`);
    },
  });
  const grown = memory.grown();
  const { requests, events, unanswered, statuses, slowest, findings } = outcome;
  say(
    `${requests} requests and ${events} events, ${unanswered.length} without an answer, the slowest after ${Math.round(slowest)} ms`,
  );
  say(
    `  ${Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  say(`  heaps in MB, early and late: ${memory.shown()}`);
  for (const line of [...shown([...findings, ...unanswered]), ...ends, ...grown]) say(line);
  return findings.length + unanswered.length + ends.length + grown.length;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} finally {
  await close();
}
