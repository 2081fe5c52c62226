import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Statuses after which a client retries: an expired token, a rate limit. */
export const AGAIN = new Set([401, 429]);

const EMOJI = ['❤️', '😂', '👍', '🙏'];

/** The share of each kind of act among all acts of a device; the others are sends. */
const SHARES = { react: 0.08, read: 0.06, edit: 0.04, remove: 0.02 };

/**
 * Seeded load: every device sends over both paths, retries with the same id until it succeeds, reacts, reads, edits and
 * deletes, and sometimes checks that an acknowledged message can be read.
 * @param {object} given
 * @param {import('./pages.mjs').Page[]} given.devices
 * @param {import('./history.mjs').History} given.history
 * @param {import('./random.mjs').Random} given.random
 * @param {number} given.rate messages per second and person
 */
export function createLoad({ devices, history, random, rate }) {
  let running = false;
  /** Copies of each send, over both paths at once. */
  let copies = 1;
  /** @type {Set<Promise<unknown>>} */
  const pending = new Set();
  /** @type {Promise<unknown>[]} */
  let loops = [];

  /** @param {import('./pages.mjs').Page} device @param {import('./history.mjs').Send} send @param {boolean} overSocket */
  async function attempt(device, { id, content }, overSocket) {
    const body = { content, clientMessageId: id };
    return overSocket ? device.ask('send_message', body) : device.http('POST', '/api/messages', body);
  }

  /** @param {import('./pages.mjs').Page} device @param {import('./history.mjs').Send} send @param {boolean} overSocket */
  async function deliver(device, send, overSocket) {
    for (let tries = 1; ; tries += 1) {
      const path = tries % 2 === 1 ? overSocket : !overSocket;
      const answer = await attempt(device, send, path);
      if (answer.outcome === 'ok') {
        history.ok(send, answer.body);
        device.arrive({ kind: 'reply', message: answer.body });
        return;
      }
      history.write({ kind: answer.outcome, id: send.id, code: answer.code, status: answer.status });
      if (answer.outcome === 'no' && !AGAIN.has(answer.status)) {
        send.refused = true;
        return history.violate('a good send is not refused', `send ${send.number}: ${answer.status} ${answer.code}`);
      }
      await delay(answer.status === 429 ? 1_000 : Math.min(150 * tries, 1_000));
    }
  }

  /** @param {import('./pages.mjs').Page} device */
  async function say(device) {
    const { couple, person } = device;
    const number = history.nextNumber();
    const content = `${couple.canary} #${number}# ${'word '.repeat(1 + random.below(12))}`.trim();
    const send = history.invoke({ id: randomUUID(), number, chatId: couple.chatId, senderId: person.id, content });
    const overSocket = random.chance(0.5);
    await Promise.all(
      Array.from({ length: copies }, (_, copy) => deliver(device, send, copy % 2 === 0 ? overSocket : !overSocket)),
    );
    if (send.seq !== null && random.chance(0.1)) await readBack(device, send);
  }

  /** The first message after a seq; undefined when the call fails. @param {import('./pages.mjs').Page} device @param {number} seq */
  async function nextAfter(device, seq) {
    const { outcome, body } = await device.http('GET', `/api/messages/conversation?after=${seq}&limit=1`);
    return outcome === 'ok' ? (body.messages[0] ?? null) : undefined;
  }

  /** An acknowledged message is in its place, and a search finds it. @param {import('./pages.mjs').Page} device @param {import('./history.mjs').Send} send */
  async function readBack(device, send) {
    const before = Number(send.seq) - 1;
    const read = await nextAfter(device, before);
    if (read === undefined) return;
    if (read?._id !== send.messageId)
      return history.violate('read your writes', `send ${send.number} was acknowledged and then not there`);
    const { outcome, body } = await device.http('GET', `/api/messages/search?q=word%20${send.number}&limit=100`);
    if (outcome !== 'ok' || body.messages.some(({ _id }) => _id === send.messageId)) return;
    // It may have been deleted meanwhile.
    const again = await nextAfter(device, before);
    if (again && again.deletedAt === null)
      history.violate('a search finds what was acknowledged', `send ${send.number} was not found`);
  }

  /** Reacts to, reads, edits or deletes a known message. In the end both sides must agree on the result. @param {import('./pages.mjs').Page} device */
  async function touch(device) {
    const known = device.messages();
    if (known.length === 0) return;
    const message = known[Math.max(0, known.length - 1 - random.below(30))];
    const isOwn = message.sender._id === device.person.id;
    const luck = random.next() * (SHARES.react + SHARES.read + SHARES.edit + SHARES.remove);
    if (luck < SHARES.react)
      return device.ask('toggle_reaction', { messageId: message._id, emoji: random.pick(EMOJI) });
    if (luck < SHARES.react + SHARES.read)
      return device.ask('message_read', { chatId: message.chatId, upTo: message.seq });
    if (!isOwn || message.deletedAt) return;
    if (luck < SHARES.react + SHARES.read + SHARES.edit)
      return device.http('PATCH', `/api/messages/${message._id}`, { content: `${message.content} …` });
    return device.http('DELETE', `/api/messages/${message._id}`);
  }

  /** @param {Promise<unknown>} work */
  function keep(work) {
    pending.add(work);
    void work.finally(() => pending.delete(work));
    return work;
  }

  const goesOn = () => running;

  /** Writes at a steady rate, with at most three pending sends per person. @param {import('./pages.mjs').Page} device */
  async function live(device) {
    /** @type {Set<Promise<unknown>>} */
    const own = new Set();
    while (goesOn()) {
      await delay((500 + random.below(1_000)) / rate);
      if (own.size >= 3) await Promise.race(own);
      const isTouch = random.chance(SHARES.react + SHARES.read + SHARES.edit + SHARES.remove);
      const work = keep(isTouch ? touch(device) : say(device));
      own.add(work);
      void work.finally(() => own.delete(work));
    }
  }

  return {
    start() {
      running = true;
      loops = devices.map(live);
    },
    /** @param {number} count */
    setCopies: (count) => void (copies = count),
    /** Begins no new sends and waits for pending ones. @param {number} within milliseconds @returns whether all of them ended in time */
    async stop(within) {
      running = false;
      await Promise.all(loops);
      const ended = Promise.all(pending).then(() => true);
      return Promise.race([ended, delay(within, false, { ref: false })]);
    },
  };
}

/** @typedef {ReturnType<typeof createLoad>} Load */
