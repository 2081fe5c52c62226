import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const PASSWORD = 'Drill-Lantern-7-Harbour';

/** @param {ArrayBuffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** Two users of the public API who record which messages were acknowledged. */
export class Couple {
  /** Content and time of acknowledgement by message id. @type {Map<string, {content: string, at: number}>} */
  acknowledged = new Map();
  sending = true;
  #avatar = { path: '', hash: '' };
  /** User name of the member with the picture, whom `leave` deletes. */
  leaver = '';

  /** @param {string} origin @param {string[]} tokens */
  constructor(origin, tokens) {
    this.origin = origin;
    this.tokens = tokens;
  }

  /** Registers two users, links them and uploads an avatar for one. @param {string} origin @param {Buffer} picture */
  static async meet(origin, picture) {
    const couple = new Couple(origin, []);
    for (const name of ['ben', 'ada']) couple.tokens.unshift(await couple.#register(name));
    const { data } = await couple.#must('POST', '/partners/invite', { as: 0 });
    await couple.#must('POST', '/auth/link-partner', { as: 1, body: { partnerIdentifier: data.code } });
    await couple.#show(picture);
    return couple;
  }

  /** Registers a user; a busy machine may time out while it hashes the password, so that is retried. @param {string} firstName @returns {Promise<string>} */
  async #register(firstName) {
    for (;;) {
      const username = `${firstName}_${randomUUID().slice(0, 8)}`;
      const { status, body } = await this.#call('POST', '/auth/register', {
        body: { firstName, lastName: 'Drill', username, email: `${username}@drill.example`, password: PASSWORD },
      });
      if (status < 300) {
        this.leaver = username;
        return body.token;
      }
      if (status < 502) throw new Error(`a registration was answered with ${status} ${body.code}`);
    }
  }

  /** @param {Buffer} picture */
  async #show(picture) {
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
    const answer = await fetch(`${this.origin}/api/users/avatar`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${this.tokens[0]}` },
    });
    const { data } = await answer.json();
    const path = JSON.stringify(data).match(/\/api\/media\/avatars\/[^"]+/)?.[0];
    if (!path) throw new Error(`the picture was answered with ${answer.status}`);
    this.#avatar = { path, hash: await this.#picture(path) };
  }

  /** Sends a message as the member with the picture and deletes that account. */
  async leave() {
    await this.#must('POST', '/messages', {
      as: 0,
      body: { content: `What ${this.leaver} said`, messageType: 'text', clientMessageId: randomUUID() },
    });
    await this.#must('DELETE', '/users/account', { as: 0, body: { password: PASSWORD } });
  }

  /** The result of a query as the member with the picture: `ok`, or why not. @param {string} path */
  async probe(path) {
    if (path === 'picture') return (await this.#picture(this.#avatar.path)) === this.#avatar.hash ? 'ok' : 'no picture';
    const { status } = await this.#call('GET', path, { as: 0 });
    return status < 300 ? 'ok' : `status ${status}`;
  }

  /** Signs in as the member with the picture, which checks a password and signs a token. */
  async signIn() {
    const { status, body } = await this.#call('POST', '/auth/login', {
      body: { email: `${this.leaver}@drill.example`, password: PASSWORD },
    });
    if (status >= 300) throw new Error(`a sign-in was answered with ${status}`);
    this.tokens[0] = body.token;
  }

  /** Data of the deleted member that the API still returns. @returns {Promise<string[]>} */
  async traces() {
    const login = await this.#call('POST', '/auth/login', {
      body: { email: `${this.leaver}@drill.example`, password: PASSWORD },
    });
    const picture = await this.#picture(this.#avatar.path);
    return [
      ...(login.status === 401 ? [] : [`a sign-in of the deleted user is answered with ${login.status}`]),
      ...(picture === 'status 404' ? [] : [`the picture of the deleted user is answered with ${picture}`]),
    ];
  }

  /** @param {string} path */
  async #picture(path) {
    const answer = await fetch(`${this.origin}${path}`);
    return answer.ok ? sha256(await answer.arrayBuffer()) : `status ${answer.status}`;
  }

  /** @param {string} method @param {string} path @param {{as?: number, body?: object}} [options] */
  async #call(method, path, { as, body } = {}) {
    const headers = {
      ...(as === undefined ? {} : { authorization: `Bearer ${this.tokens[as]}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
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

  /** Sends messages until `sending` is false; failed ones were not acknowledged and do not count. */
  async sendMessages() {
    for (let number = 0; this.sending; number += 1) {
      const content = `${number} ${randomUUID()}`;
      const sent = await this.#call('POST', '/messages', {
        as: number % 2,
        body: { content, messageType: 'text', clientMessageId: randomUUID() },
      }).catch(() => null);
      if (sent && sent.status < 300)
        this.acknowledged.set((sent.body.data.message ?? sent.body.data)._id, { content, at: Date.now() });
      else await delay(200);
    }
  }

  /** Compares the stored messages with the acknowledged ones. @param {number} since when the stores were destroyed (milliseconds since the epoch), for the age of a loss */
  async compare(since) {
    const stored = new Map();
    for (let after = 0, more = true; more;) {
      const { data } = await this.#must('GET', `/messages/sync?after=${after}&limit=200`, { as: 0 });
      for (const { message } of data.changes) if (message) stored.set(message._id, message);
      more = data.hasMore;
      after = data.upTo;
    }
    const lost = [...this.acknowledged].filter(([id]) => !stored.has(id)).map(([, { at }]) => ({ before: since - at }));
    const changed = [...this.acknowledged]
      .filter(([id, { content }]) => stored.has(id) && stored.get(id).content !== content)
      .map(([id]) => `message ${id} has another content`);
    const places = [...stored.values()].map(({ seq }) => seq).toSorted((a, b) => a - b);
    const gaps = places.some((seq, index) => seq !== index + 1) ? ['the conversation has gaps'] : [];
    const picture = await this.#picture(this.#avatar.path);
    return {
      messages: stored.size,
      lost,
      problems: [
        ...changed,
        ...gaps,
        ...(picture === this.#avatar.hash ? [] : [`the picture has changed: ${picture}`]),
      ],
    };
  }
}
