import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { call } from '../authorisation/world.mjs';
import { ROOT } from '../../local/places.mjs';

/** @typedef {import('socket.io-client').Socket} Socket */

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'));

/** The queries of reads that need one; several if their answers differ. @type {Record<string, string[]>} */
const QUERIES = {
  '/api/messages/sync': ['?after=0', '?after=0&ownAfter=0', '?after=999999&ownAfter=0'],
  '/api/messages/conversation': ['', '?limit=1', '?after=0'],
  '/api/messages/search': ['?q=unread'],
  '/api/messages/gallery': ['?kind=link'],
  '/api/partners/search': ['?q=nobody'],
};

/** `settled` uses the draft as its barrier; the push message needs a token of its own. */
const LEFT_OUT = new Set(['/api/messages/draft', '/api/push/message']);

/** Every GET route without an id in its path, from the generated document, so that new routes are included. */
export const READS = Object.entries(document.paths)
  .filter(([path, methods]) => 'get' in methods && !path.includes('{') && !LEFT_OUT.has(path))
  .flatMap(([path]) => (QUERIES[path] ?? ['']).map((query) => `${path}${query}`));

/** @param {string} origin @param {string} token @param {'online' | 'away'} [status] @returns {Promise<Socket>} */
export function connect(origin, token, status = 'online') {
  const socket = io(origin, {
    auth: { token, status },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.once('online_users', () => resolve(socket));
    socket.once('authentication_error', ({ code }) => reject(new Error(code)));
    socket.once('connect_error', reject);
  });
}

/**
 * Everything that one person can find out: each event of the own socket, and each answer to a read, to the byte.
 * @param {string} origin @param {string} token @param {Socket} socket
 */
export function createObserver(origin, token, socket) {
  /** @type {string[]} */
  const events = [];
  /** The position of the conversation in the last reads. */
  let known = { rev: -1, ownRev: -1 };
  let drafts = 0;
  /** @type {Set<() => void>} */
  const waiting = new Set();
  socket.onAny((name, data) => {
    if (name === 'draft_updated') for (const look of waiting) look();
    // Position hints come at intervals; one that repeats a known position counts as nothing.
    else if (name !== 'sync_hint' || data.rev > known.rev || data.ownRev > known.ownRev)
      events.push(JSON.stringify([name, data]));
  });

  return {
    /** @returns {Promise<Record<string, string>>} by route */
    async read() {
      /** @type {[string, string][]} */
      const answers = [];
      for (const path of READS) {
        const { status, text, body } = await call(origin, 'GET', path, { token });
        if (path === '/api/messages/conversation') known = { rev: body.data.asOf, ownRev: body.data.own.asOf };
        answers.push([path, `${status} ${text.replace(/"requestId":"[^"]+"/, '')}`]);
      }
      return Object.fromEntries(answers);
    },

    /** Waits until all earlier live updates have arrived: sends an event over the same path and waits for it. */
    async settled() {
      drafts += 1;
      const arrived = new Promise((resolve) => {
        const look = () => {
          waiting.delete(look);
          resolve(null);
        };
        waiting.add(look);
      });
      const { status, text } = await call(origin, 'PUT', '/api/messages/draft', {
        token,
        body: { content: `draft ${drafts}` },
      });
      if (status >= 300) throw new Error(`a draft was answered with ${status}: ${text}`);
      await arrived;
    },

    news: () => [...events],
  };
}

/**
 * The differences between two observations, each with the place of the first one.
 * @typedef {{read: Record<string, string>, news: string[]}} Observation
 * @param {Observation} before @param {Observation} after @returns {string[]}
 */
export function differences(before, after) {
  const answers = READS.filter((path) => before.read[path] !== after.read[path]).map((path) => {
    const [was, is] = [before.read[path] ?? '', after.read[path] ?? ''];
    const at = Math.max([...is].findIndex((letter, index) => letter !== was[index]) - 60, 0);
    return `${path}: ${was.slice(at, at + 160)} became ${is.slice(at, at + 160)}`;
  });
  return [...answers, ...after.news.slice(before.news.length)];
}
