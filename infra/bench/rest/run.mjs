/*
 * `node infra/bench/rest/run.mjs [--minutes n] [--json file]`: the memory and CPU of an installation that nobody uses, after it
 * was used: a couple wrote, sent a picture and read. The product must be built.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../../local/places.mjs';
import { runBenchmark, startOwnProduct, storePids } from '../benchmark.mjs';
import { aCouple } from '../list/couple.mjs';
import { cpuSeconds } from '../messages/cpu.mjs';
import { writeReport } from '../report.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, json: { type: 'string' } },
});
const minutes = Number(values.minutes);

/** The time after which no work of the last call is left. */
const SETTLE = 60_000;
const MESSAGES = 50;

// The product's own copy.
const sharp = createRequire(join(ROOT, 'services', 'media', 'package.json'))('sharp');

/** A photo of 12 megapixels. @returns {Promise<Buffer>} */
const photo = () =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
    .jpeg()
    .toBuffer();

/** The proportional memory of a process, in MB. @param {number} pid */
function megabytes(pid) {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** A couple uses what loads the most code. @param {string} origin */
async function use(origin) {
  const { mira, jonas } = await aCouple(origin);
  const signedIn = (/** @type {string} */ token) => ({ authorization: `Bearer ${token}` });
  const get = (/** @type {string} */ path) =>
    fetch(`${origin}/api${path}`, { headers: signedIn(jonas.token) }).then((answer) => answer.arrayBuffer());
  for (let turn = 0; turn < MESSAGES; turn += 1) {
    const response = await fetch(`${origin}/api/messages`, {
      method: 'POST',
      headers: { ...signedIn(mira.token), 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Message ${turn}` }),
    });
    if (!response.ok) throw new Error(`POST /messages: ${response.status} ${await response.text()}`);
  }
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), 'lake.jpg');
  const response = await fetch(`${origin}/api/messages/upload`, {
    method: 'POST',
    headers: signedIn(mira.token),
    body: form,
  });
  if (!response.ok) throw new Error(`POST /messages/upload: ${response.status} ${await response.text()}`);
  for (const path of ['/users/profile', '/partners/status', '/messages/conversation', '/capsules', '/challenges'])
    await get(path);
}

await runBenchmark(async (undo) => {
  const { stores, product } = await startOwnProduct(undo);
  await use(product.url);
  await delay(SETTLE);

  const pids = { ...product.pids(), ...storePids(stores) };
  const before = cpuSeconds(pids);
  await delay(minutes * 60_000);
  const after = cpuSeconds(pids);
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, spent]) => [name, (spent - before[name]) / (minutes * 60)]),
  );
  const memory = Object.fromEntries(
    Object.entries(product.pids()).map(([name, pid]) => [name, Math.round(megabytes(Number(pid)))]),
  );
  const sum = (/** @type {Record<string, number>} */ parts) =>
    Object.values(parts).reduce((total, part) => total + part, 0);
  console.log(`memory of all processes at rest (PSS): ${sum(memory)} MB (${JSON.stringify(memory)})`);
  console.log(`CPU at rest: ${(sum(cores) * 100).toFixed(2)} % of a core`);
  for (const [name, share] of Object.entries(cores)) console.log(`  ${name} ${(share * 100).toFixed(2)} %`);
  if (values.json) writeReport(values.json, { minutes, memory, cores });
});
