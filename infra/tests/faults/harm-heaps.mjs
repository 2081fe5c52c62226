import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { seedConversation } from '../../bench/list/seed.mjs';
import { CALL_LIMIT, call } from './http-client.mjs';
import { PASSWORD, makeCouple, renew } from './people.mjs';

/**
 * @typedef {import('./scene.mjs').Scene} Scene
 * @typedef {import('./people.mjs').Person} Person
 * @typedef {(path: string, method?: string, body?: object) => Promise<any>} Read
 */

/** Megabytes of heap of every process. */
const HEAP = 512;

/** The length of the conversation. */
const MESSAGES = { short: 10_000, long: 100_000 };

/** Every such message has a link, for the gallery. */
const LINKED = 100;

/** The number of pages of a search that is read: a person may search 120 times a minute. */
const SEARCHED = 20;

/** Milliseconds in which an export of the conversation is ready, on a busy machine too, and between two looks. */
const EXPORTED = { within: 1_800_000, lookEvery: 2_000 };

const ATTEMPTS = 10;

const LINKS = `UPDATE messaging.messages SET content = content || ' https://example.org/' || seq WHERE conversation_id = $1 AND seq % ${LINKED} = 0`;

const BLOCKS = `INSERT INTO messaging.jobs (queue, key, due_at, created_at) VALUES ('words', $1, now(), now())`;

/** A couple of its own: the checks read the conversations of all others message by message. @param {Scene} scene @param {number} count */
async function makeLongConversation({ origin, stores, tables }, count) {
  const couple = await makeCouple(origin, false);
  const [one, other] = couple.people;
  const { chatId } = couple;
  await seedConversation(stores.env.ADMIN_DATABASE_URL, { chatId, people: [one.id, other.id], count });
  await tables.query(LINKS, [chatId]);
  await tables.query(BLOCKS, [chatId]);
  return couple;
}

/** Restarts all processes one after the other with this heap. @param {Scene} scene @param {number | null} megabytes */
async function restartAll({ product, hurting, setHeap }, megabytes) {
  setHeap(megabytes);
  for (const name of Object.keys(product.processes))
    await hurting([name], () => product.replace(name, product.rootOf(name)));
}

/** Calls of a person, repeated while processes are busy. @param {Scene} scene @param {Person} person @returns {Read} */
const reader =
  ({ origin, history }, person) =>
  async (path, method = 'GET', body = undefined) => {
    for (let tries = 1; ; tries += 1) {
      const { token, from } = person;
      const answer = await call(origin, method, path, { token, from, body });
      history.took(`${method} ${path}`, answer.took);
      if (answer.outcome === 'ok') return answer.body;
      if (tries === ATTEMPTS) throw new Error(`${method} ${path} was answered with ${answer.status} ${answer.code}`);
      if (answer.status === 401) await renew(origin, person);
      await delay(500 * tries);
    }
  };

/** @param {string} what @param {number} found @param {number} expected */
function compare(what, found, expected) {
  if (found !== expected) throw new Error(`${what} has ${found} messages instead of ${expected}`);
}

/** Pages of a list from its newest message to its oldest. @param {Read} read @param {string} list */
async function countBackwards(read, list) {
  let count = 0;
  for (let before = ''; ;) {
    const { messages, hasMore } = await read(`/api/messages/${list}limit=100${before}`);
    count += messages.length;
    if (!hasMore) return count;
    before = `&before=${Math.min(...messages.map((/** @type {{seq: number}} */ { seq }) => seq))}`;
  }
}

/** @param {Read} read */
async function countChanges(read) {
  let count = 0;
  for (let after = 0; ;) {
    const { changes, upTo, hasMore } = await read(`/api/messages/sync?after=${after}&ownAfter=0&limit=200`);
    count += changes.filter((/** @type {{kind: string}} */ { kind }) => kind === 'message').length;
    if (!hasMore) return count;
    after = upTo;
  }
}

/** The hits of a word that is in nearly every third message, and of one that is in none. @param {Read} read */
async function search(read) {
  let cursor = '';
  let count = 0;
  for (let pages = 0; pages < SEARCHED; pages += 1) {
    const { messages, nextCursor } = await read(`/api/messages/search?q=lantern&limit=50${cursor}`);
    count += messages.length;
    cursor = `&cursor=${nextCursor}`;
  }
  compare('a search', count, SEARCHED * 50);
  compare('a search without hits', (await read('/api/messages/search?q=nowhere')).total, 0);
}

/** @param {Scene} scene @param {string} url */
async function countExported({ origin }, url) {
  const answer = await fetch(new URL(url, origin), { signal: AbortSignal.timeout(12 * CALL_LIMIT) });
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()), { lazyEntries: true });
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'messages.jsonl') continue;
    const lines = createInterface({ input: await zip.openReadStreamPromise(entry) });
    for await (const line of lines) if (line !== '') count += 1;
  }
  return count;
}

/** @param {Scene} scene @param {Read} read @param {number} expected */
async function exportAll(scene, read, expected) {
  await read('/api/users/export', 'POST', { password: PASSWORD });
  for (const deadline = Date.now() + EXPORTED.within; ; await delay(EXPORTED.lookEvery)) {
    const { status } = await read('/api/users/export');
    if (status === 'ready') break;
    if (status === 'failed' || Date.now() > deadline) throw new Error(`the export is ${status}`);
  }
  const { url } = await read('/api/users/export/link', 'POST', {});
  compare('an export', await countExported(scene, url), expected);
}

/**
 * Every process has a heap of 512 MB, and both of a couple read a conversation of 100,000 messages in every way at once. A
 * process that needs more memory ends, which the watch reports. The short one is a tenth as long.
 * @param {Scene} scene @param {import('./faults.mjs').Tools} tools
 */
export async function heapsLimited(scene, { short }) {
  const { history } = scene;
  const length = short ? MESSAGES.short : MESSAGES.long;
  const { people } = await makeLongConversation(scene, length);
  await restartAll(scene, HEAP);
  const all = people.flatMap((person) => {
    const read = reader(scene, person);
    return [
      countBackwards(read, 'conversation?').then((count) => compare('a conversation', count, length)),
      countChanges(read).then((count) => compare('a catch-up', count, length)),
      countBackwards(read, 'gallery?kind=link&').then((count) => compare('a gallery', count, length / LINKED)),
      search(read),
      exportAll(scene, read, length),
    ];
  });
  for (const outcome of await Promise.allSettled(all))
    if (outcome.status === 'rejected')
      history.violate('a long conversation can be read with small heaps', String(outcome.reason));
  await restartAll(scene, null);
}
