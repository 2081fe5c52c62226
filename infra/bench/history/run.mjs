/*
 * `node infra/bench/history/run.mjs [--messages n] [--rounds n] [--json file]`: pages, searches and the catch-up of a very long
 * conversation of at least 50,000 messages, through the gateway. The product must be built.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { until } from '../../local/eventually.mjs';
import { quantile, runBenchmark, startOwnProduct } from '../benchmark.mjs';
import { aCouple } from '../list/couple.mjs';
import { seedConversation } from '../list/seed.mjs';
import { writeReport } from '../report.mjs';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '40' },
    json: { type: 'string' },
  },
});
const rounds = Number(values.rounds);

/** Messages whose search words are one row; the message that completes a block has the conversation indexed. */
const BLOCK = 256;
const messages = Math.floor(Number(values.messages) / BLOCK) * BLOCK;
const PAGE = 50;
const CHANGES = 10_000;
const INDEXING = 30 * 60_000;

await runBenchmark(async (undo) => {
  const { adminUrl, tables, product } = await startOwnProduct(undo);
  const { mira, jonas, chatId } = await aCouple(product.url);
  const headers = { authorization: `Bearer ${mira.token}`, 'content-type': 'application/json' };

  /** @param {string} path @param {RequestInit} [more] @returns {Promise<any>} */
  async function call(path, more = {}) {
    const response = await fetch(`${product.url}/api/messages${path}`, { headers, ...more });
    const body = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body.data;
  }
  /** Milliseconds of one call. @param {string} path */
  async function timed(path) {
    const since = performance.now();
    await call(path);
    return performance.now() - since;
  }

  await seedConversation(adminUrl, { chatId, people: [mira.user._id, jonas.user._id], count: messages - 1 });
  await tables.query('VACUUM ANALYZE messaging.messages');
  await call('', {
    method: 'POST',
    body: JSON.stringify({ content: 'The last one of its block', clientMessageId: randomUUID() }),
  });
  const written = async () => (await tables.query('SELECT count(*)::int AS n FROM messaging.word_blocks')).rows[0].n;
  await until('all words are indexed', async () => (await written()) === messages / BLOCK, INDEXING);
  await tables.query('VACUUM ANALYZE messaging.word_blocks');

  const pages = { first: /** @type {number[]} */ ([]), thousandth: /** @type {number[]} */ ([]) };
  for (let round = 0; round < rounds; round += 1) {
    pages.first.push(await timed(`/conversation?limit=${PAGE}`));
    pages.thousandth.push(await timed(`/conversation?limit=${PAGE}&before=${messages - 999 * PAGE}`));
  }
  const page = { first: quantile(pages.first, 0.5), thousandth: quantile(pages.thousandth, 0.5) };
  console.log(
    `page 1 ${page.first.toFixed(1)} ms, page 1,000 ${page.thousandth.toFixed(1)} ms: ratio ${(page.thousandth / page.first).toFixed(2)}`,
  );

  /** A number is a word of one message; the other word stands in most of them. */
  const words = { none: 'xylophone', one: String(Math.floor(messages / 3)), most: 'lantern' };
  const search = /** @type {Record<string, number>} */ ({});
  for (const [name, word] of Object.entries(words)) {
    const times = [];
    for (let round = 0; round < 20; round += 1) times.push(await timed(`/search?q=${word}`));
    search[name] = quantile(times, 0.5);
    console.log(`search for a word that ${name} has: ${search[name].toFixed(1)} ms`);
  }

  const since = performance.now();
  let changes = 0;
  for (let after = messages - CHANGES; ;) {
    const answer = await call(`/sync?after=${after}`);
    changes += answer.changes.length;
    after = answer.upTo;
    if (!answer.hasMore) break;
  }
  const sync = { changes, milliseconds: performance.now() - since };
  console.log(`sync of ${changes} changes: ${sync.milliseconds.toFixed(0)} ms`);
  if (values.json) writeReport(values.json, { messages, page, search, sync });
});
