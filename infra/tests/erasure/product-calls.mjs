import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from '@jest/globals';
import { eventually } from '../../local/eventually.mjs';
import { purgeCouple } from '../purge-couple.mjs';
import { png } from './picture.mjs';
import { holding, rows } from './places.mjs';
import { fillWordBlock } from './word-block.mjs';

/** The canary: a word in every text of the person. */
export const MARK = `canary${randomBytes(4).toString('hex')}`;

/** The time limit for files, exports and events of a whole account on a busy machine, in milliseconds. */
export const WITHIN = 40_000;

/**
 * The requests of people to a product, whose database is reached as its administrator.
 * @param {() => {url: string}} product @param {() => string} database
 */
export function productCalls(product, database) {
  /**
   * @param {string} method @param {string} path
   * @param {{token?: string, body?: unknown, form?: FormData}} [options]
   */
  async function call(method, path, { token, body, form } = {}) {
    const headers = {
      'user-agent': `${MARK}-browser`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(`${product().url}${path}`, {
      method,
      headers,
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  /** @param {string} method @param {string} path @param {Parameters<typeof call>[2]} [options] */
  async function must(method, path, options) {
    const answer = await call(method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return answer.body.data ?? answer.body;
  }

  /**
   * Reads one page of a story: the first reader alone turns a scene, both answer a prompt, and both choose the same.
   * @param {string} path @param {any} page @param {[any, any]} readers @returns {Promise<any>} the page after it
   */
  async function turnPage(path, { node, version }, [gone, other]) {
    const choice = node.choices[0]?.id;
    const press = (/** @type {any} */ { token }, /** @type {any} */ page, /** @type {string} */ text) =>
      must('POST', `${path}/choice`, {
        token,
        body: {
          nodeId: node.id,
          version: page.version,
          ...(choice && { choiceId: choice }),
          ...(node.kind === 'prompt' && { text }),
        },
      });
    const after = await press(gone, { version }, `The line of ${MARK}`);
    return node.kind === 'scene' ? after : press(other, after, 'The other line');
  }

  /** @param {string} firstName @param {string} mark */
  async function newcomer(firstName, mark) {
    const unique = `${mark}${randomBytes(3).toString('hex')}`;
    const typed = {
      firstName,
      lastName: `Last${mark}`,
      username: unique.slice(0, 30),
      email: `${unique}@example.org`,
      password: `Secret1${mark}`,
    };
    const { user, token, refreshToken } = await must('POST', '/api/auth/register', { body: typed });
    return { ...typed, id: user.id, token, refreshToken };
  }

  /** @param {{token: string}} by @param {string} content @param {string} [replyTo] */
  const say = (by, content, replyTo) =>
    must('POST', '/api/messages', {
      token: by.token,
      body: { content, clientMessageId: randomUUID(), ...(replyTo ? { replyTo } : {}) },
    });

  /** A page whose preview names a person and has a picture. */
  const site = createServer((request, response) => {
    if (request.url === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end(png());
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>A page about ${MARK}</title><meta property="og:image" content="/picture">`);
  });

  /** Sends a link and waits for its preview. @param {{token: string}} by */
  async function sayWithPreview(by) {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const address = site.address();
    if (address === null || typeof address === 'string') throw new Error('the site has no port');
    const { id } = await say(by, `http://127.0.0.1:${address.port}/${MARK}`);
    await eventually(async () => {
      const { messages } = await must('GET', '/api/messages/conversation', { token: by.token });
      const { preview } = messages.find((/** @type {{id: string}} */ message) => message.id === id);
      if (!preview?.image) throw new Error('there is no preview yet');
    }, WITHIN);
  }

  /** @param {{token: string, password: string}} person */
  async function exported(person) {
    await must('POST', '/api/users/export', { token: person.token, body: { password: person.password } });
    return eventually(async () => {
      const state = await must('GET', '/api/users/export', { token: person.token });
      if (state.status !== 'ready') throw new Error(`the export is ${state.status}`);
      return state;
    }, WITHIN);
  }

  /** Makes two people a couple. @param {{token: string}} from @param {{id: string, token: string}} to @param {string} message */
  async function link(from, to, message) {
    await must('POST', '/api/partners/request', { token: from.token, body: { receiverId: to.id, message } });
    const [request] = await must('GET', '/api/partners/requests', { token: to.token });
    await must('PATCH', `/api/partners/requests/${request.id}`, { token: to.token, body: { action: 'accept' } });
  }

  /** The person gets back own words of an earlier couple. @param {{token: string}} person */
  async function getBack(person) {
    const former = await newcomer('Cleo', `cleo${randomBytes(4).toString('hex')}`);
    await link(person, former, `To Cleo, ${MARK}`);
    const { couple } = await must('GET', '/api/partners/status', { token: person.token });
    const capsule = await must('POST', '/api/capsules', {
      token: person.token,
      body: { title: `An earlier capsule of ${MARK}`, kind: 'keepsake', clientId: randomUUID() },
    });
    await must('POST', `/api/capsules/${capsule._id}/contributions`, {
      token: person.token,
      body: { text: `What ${MARK} remembered of Cleo`, clientId: randomUUID() },
    });
    await must('DELETE', '/api/partners/unlink', { token: person.token });
    await purgeCouple(database(), couple._id);
    await eventually(async () => {
      const { restitutions } = await must('GET', '/api/users/restitutions', { token: person.token });
      expect(restitutions).toHaveLength(1);
    }, WITHIN);
  }

  /** Sends the message that completes a word block, and waits for the block. @param {{token: string}} by @param {{id: string}} other */
  async function completeBlock(by, other) {
    await fillWordBlock(database(), other.id);
    await say(by, `The end of a block of ${MARK}`);
    await eventually(
      async () => expect(holding(await rows(database()), [MARK])).toContain('messaging.word_blocks'),
      WITHIN,
    );
  }

  return { call, must, turnPage, newcomer, say, sayWithPreview, exported, link, getBack, completeBlock, site };
}
