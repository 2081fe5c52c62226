/*
 * The first screen of each view of the memories for a couple with many, against a couple with few:
 * node infra/bench/memories/run.mjs [capsules]
 * Starts the built product with a stack of its own. Both couples ask in turn, so that both meet the same machine; only the
 * ratio of the two says something about the product.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { quantile } from '../benchmark.mjs';
import { aCouple } from '../list/couple.mjs';
import { seedMemories } from './seed.mjs';

const MANY = Number(process.argv[2] ?? 5_000);
const FEW = 50;
const ROUNDS = 60;

/** The calls of each view's first screen. The capsule in the middle stands for its page. */
const VIEWS = {
  'all capsules': () => '/capsules',
  'sealed capsules': () => '/capsules?status=sealed',
  'capsules by a word': () => '/capsules?q=lantern',
  timeline: () => '/memories/timeline',
  'map of places': () => '/memories/map',
  'years, authors and tags': () => '/memories/choices',
  'on this day': () => '/memories/on-this-day',
  'one capsule': (/** @type {string} */ capsuleId) => `/capsules/${capsuleId}`,
  'its contributions': (/** @type {string} */ capsuleId) => `/capsules/${capsuleId}/contributions`,
  search: () => '/search?q=lantern',
};

/** @param {string} origin @param {string} token @param {string} path @returns {Promise<{ms: number, bytes: number, body: any}>} */
async function get(origin, token, path) {
  const began = performance.now();
  const response = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return { ms: performance.now() - began, bytes: text.length, body: JSON.parse(text) };
}

/** A couple with this many capsules. @param {string} origin @param {string} adminUrl @param {number} capsules */
async function prepare(origin, adminUrl, capsules) {
  const { mira, jonas, chatId } = await aCouple(origin);
  await get(origin, mira.token, '/capsules');
  await seedMemories(adminUrl, { coupleId: chatId, people: [mira.user._id, jonas.user._id], capsules });
  const { body } = await get(origin, mira.token, '/capsules?status=completed');
  return { token: mira.token, capsuleId: body.data[0]._id };
}

const dir = mkdtempSync(join(tmpdir(), 'duet-memories-'));
const stores = await startStores({ dir });
const product = await startProduct({ stores: stores.env, dir, port: await freePort() });
try {
  const { url: origin } = product;
  const few = await prepare(origin, stores.env.ADMIN_DATABASE_URL, FEW);
  const many = await prepare(origin, stores.env.ADMIN_DATABASE_URL, MANY);
  console.log(`${MANY} capsules with ${MANY * 10} pictures against ${FEW} with ${FEW * 10}; milliseconds, p50 (p95)`);
  for (const [name, pathOf] of Object.entries(VIEWS)) {
    const times = { few: /** @type {number[]} */ ([]), many: /** @type {number[]} */ ([]) };
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      times.few.push((await get(origin, few.token, pathOf(few.capsuleId))).ms);
      const answer = await get(origin, many.token, pathOf(many.capsuleId));
      times.many.push(answer.ms);
      bytes = answer.bytes;
    }
    const show = (/** @type {number[]} */ list) =>
      `${quantile(list, 0.5).toFixed(1)} (${quantile(list, 0.95).toFixed(1)})`;
    const ratio = (quantile(times.many, 0.5) / quantile(times.few, 0.5)).toFixed(2);
    console.log(
      `${name.padEnd(24)} ${show(times.many).padStart(14)} ${show(times.few).padStart(14)}  ratio ${ratio}  ${bytes} bytes`,
    );
  }
} finally {
  await product.stop();
  await stores.remove();
}
