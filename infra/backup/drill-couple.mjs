import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const PASSWORD = 'Drill-Lantern-7-Harbour';

/** @param {ArrayBuffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** Two people who talk through the public API, and remember what they were told is stored. */
export class Couple {
  /** Content by message, with the moment of the acknowledgement. @type {Map<string, {content: string, at: number}>} */
  told = new Map();
  talking = true;
  #avatar = { path: '', hash: '' };

  /** @param {string} origin @param {string[]} tokens */
  constructor(origin, tokens) {
    this.origin = origin;
    this.tokens = tokens;
  }

  /** Registers two people, links them and gives one a picture. @param {string} origin @param {Buffer} picture */
  static async meet(origin, picture) {
    const couple = new Couple(origin, []);
    for (const name of ['ada', 'ben']) couple.tokens.push(await couple.#register(name));
    const { data } = await couple.#must('POST', '/partners/invite', { as: 0 });
    await couple.#must('POST', '/auth/link-partner', { as: 1, body: { partnerIdentifier: data.code } });
    await couple.#show(picture);
    return couple;
  }

  /** A busy machine may take too long to hash: then somebody else registers. @param {string} firstName @returns {Promise<string>} */
  async #register(firstName) {
    for (;;) {
      const username = `${firstName}_${randomUUID().slice(0, 8)}`;
      const { status, body } = await this.#call('POST', '/auth/register', { body: { firstName, lastName: 'Drill', username, email: `${username}@drill.example`, password: PASSWORD } });
      if (status < 300) return body.token;
      if (status < 502) throw new Error(`a registration was answered with ${status} ${body.code}`);
    }
  }

  /** @param {Buffer} picture */
  async #show(picture) {
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
    const answer = await fetch(`${this.origin}/api/users/avatar`, { method: 'POST', body: form, headers: { authorization: `Bearer ${this.tokens[0]}` } });
    const { data } = await answer.json();
    const path = JSON.stringify(data).match(/\/api\/media\/avatars\/[^"]+/)?.[0];
    if (!path) throw new Error(`the picture was answered with ${answer.status}`);
    this.#avatar = { path, hash: await this.#picture(path) };
  }

  /** @param {string} path */
  async #picture(path) {
    const answer = await fetch(`${this.origin}${path}`);
    return answer.ok ? sha256(await answer.arrayBuffer()) : `status ${answer.status}`;
  }

  /** @param {string} method @param {string} path @param {{as?: number, body?: object}} [options] */
  async #call(method, path, { as, body } = {}) {
    const headers = { ...(as === undefined ? {} : { authorization: `Bearer ${this.tokens[as]}` }), ...(body ? { 'content-type': 'application/json' } : {}) };
    const request = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(`${this.origin}/api${path}`, request);
    return { status: answer.status, body: await answer.json() };
  }

  /** @param {string} method @param {string} path @param {{as?: number, body?: object}} [options] @returns {Promise<any>} */
  async #must(method, path, options) {
    const { status, body } = await this.#call(method, path, options);
    if (status >= 400) throw new Error(`${method} ${path} was answered with ${status} ${body.code}`);
    return body;
  }

  /** Talks until somebody says stop; what fails was not acknowledged and counts for nothing. */
  async talk() {
    for (let number = 0; this.talking; number += 1) {
      const content = `${number} ${randomUUID()}`;
      const sent = await this.#call('POST', '/messages', { as: number % 2, body: { content, messageType: 'text', clientMessageId: randomUUID() } }).catch(() => null);
      if (sent && sent.status < 300) this.told.set((sent.body.data.message ?? sent.body.data)._id, { content, at: Date.now() });
      else await delay(200);
    }
  }

  /** What is there now, held against what was said. @param {number} since when the stores went, to tell how old a loss is */
  async compare(since) {
    const held = new Map();
    for (let after = 0, more = true; more; ) {
      const { data } = await this.#must('GET', `/messages/sync?after=${after}&limit=200`, { as: 0 });
      for (const { message } of data.changes) if (message) held.set(message._id, message);
      more = data.hasMore;
      after = data.upTo;
    }
    const lost = [...this.told].filter(([id]) => !held.has(id)).map(([, { at }]) => ({ before: since - at }));
    const changed = [...this.told].filter(([id, { content }]) => held.has(id) && held.get(id).content !== content).map(([id]) => `message ${id} says something else`);
    const places = [...held.values()].map(({ seq }) => seq).toSorted((a, b) => a - b);
    const holes = places.some((seq, index) => seq !== index + 1) ? ['the conversation has holes'] : [];
    const picture = await this.#picture(this.#avatar.path);
    return { messages: held.size, lost, problems: [...changed, ...holes, ...(picture === this.#avatar.hash ? [] : [`the picture is another: ${picture}`])] };
  }
}
