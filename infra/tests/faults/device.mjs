import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, emptyConversation, fold, isBehind, isErrorCode, visibleMessages } from '@duet/contracts/plain';
import { io } from 'socket.io-client';
import { renew } from './people.mjs';
import { CALL_LIMIT, call } from './http-client.mjs';

/**
 * @typedef {import('@duet/contracts').ConversationChange} ConversationChange
 * @typedef {Parameters<typeof fold>[1]} Incoming
 */

const CANARIES = /canary-[0-9a-f]{12}/g;

/** A browser reconnects quickly at first; these clients never give up. */
const RECONNECT = { reconnectionDelay: 500, reconnectionDelayMax: 1_000, randomizationFactor: 0.3 };

/**
 * One device of one person that behaves like a browser: a socket, the real store behind `fold`, and a sync after each gap.
 * @param {object} given
 * @param {string} given.origin of the gateway
 * @param {string} given.socketUrl of the replica (or the gateway) that it connects to
 * @param {import('./people.mjs').Person} given.person
 * @param {import('./people.mjs').Couple} given.couple
 * @param {import('./history.mjs').History} given.history
 */
export function createDevice({ origin, socketUrl, person, couple, history }) {
  const { chatId, canary } = couple;
  let state = emptyConversation(chatId);
  let newest = 0;
  let isOnline = false;
  let hasPage = false;
  let isClosed = false;
  /** @type {Promise<void> | null} */
  let syncing = null;
  /** @type {Promise<void> | null} */
  let renewing = null;

  /** Every byte that arrives. @param {unknown} data */
  function inspect(data) {
    for (const found of JSON.stringify(data ?? null).match(CANARIES) ?? []) {
      if (found !== canary) history.violate('no data of another couple', `${person.id} received ${found}`);
    }
  }

  /** @param {Incoming} incoming */
  function arrive(incoming) {
    const before = state.upTo;
    state = fold(state, incoming);
    if (state.upTo < before)
      history.violate('rev never decreases', `${person.id} fell from ${before} to ${state.upTo}`);
    if (isBehind(state)) sync();
    // A state without its first page is never behind: a hint repeats the loading that failed, as in the product.
    if (!hasPage && incoming.kind === 'hint') sync();
  }

  /** @template {string} Path @param {string} method @param {Path} path @param {unknown} [body] */
  async function http(method, path, body) {
    const answer = await call(origin, method, path, { token: person.token, from: person.from, body });
    history.took(`${method} ${path}`, answer.took);
    inspect(answer.body);
    if (answer.status === 401) await freshToken();
    return answer;
  }

  function freshToken() {
    renewing ??= renew(origin, person).finally(() => {
      renewing = null;
    });
    return renewing;
  }

  /** A catch-up must contain every change before its request. @param {number} known @param {number} asOf */
  function compareAge(known, asOf) {
    if (asOf < known)
      history.violate('rev never decreases', `${person.id} knew rev ${known} and then received ${asOf}`);
    newest = Math.max(newest, asOf);
  }

  const isUp = () => !isClosed && isOnline;

  async function catchUp() {
    while (isUp()) {
      const known = newest;
      if (!hasPage) {
        const { outcome, body } = await http('GET', '/api/messages/conversation?limit=100');
        if (outcome !== 'ok') return;
        compareAge(known, body.asOf);
        arrive({ kind: 'page', page: body });
        hasPage = true;
        continue;
      }
      const { upTo: from, own } = state;
      const { outcome, body } = await http(
        'GET',
        `/api/messages/sync?after=${from}&ownAfter=${own.upTo ?? 0}&limit=200`,
      );
      if (outcome !== 'ok') return;
      compareAge(known, body.asOf);
      arrive({ kind: 'sync', page: body });
      const hasAdvanced = state.upTo > from || state.own.upTo !== own.upTo;
      if (!body.hasMore && !body.own?.hasMore && !(isBehind(state) && hasAdvanced)) return;
    }
  }

  /** A failure waits for the next hint. */
  function sync() {
    syncing ??= catchUp().finally(() => {
      syncing = null;
    });
  }

  const socket = io(socketUrl, {
    auth: (introduce) => introduce({ token: person.token, status: 'online' }),
    transports: ['websocket'],
    forceNew: true,
    ...RECONNECT,
  });
  const change = (/** @type {ConversationChange} */ one) => arrive({ kind: 'change', chatId, change: one });
  socket.onAny((_event, ...data) => inspect(data));
  socket.on('authenticated', () => {
    isOnline = true;
    sync();
  });
  socket.on('authentication_error', async () => {
    await freshToken();
    await delay(500);
    if (!isClosed) socket.connect();
  });
  socket.on('disconnect', () => {
    isOnline = false;
  });
  socket.on('new_message', (message) => change({ kind: 'message', rev: message.rev, message }));
  for (const name of ['reaction_updated', 'message_status_update', 'voice_status_update']) {
    socket.on(name, ({ rev, message }) => change({ kind: 'message', rev, message }));
  }
  socket.on('messages_read', ({ rev, marker }) => change({ kind: 'marker', rev, marker }));
  socket.on('own_updated', ({ change: own }) => arrive({ kind: 'own', chatId, change: own }));
  socket.on('sync_hint', ({ rev, ownRev }) => arrive({ kind: 'hint', chatId, rev, ownRev }));

  /**
   * Sends an event and waits for its acknowledgement or for the end of the connection.
   * @template {'send_message' | 'toggle_reaction' | 'message_read'} Event
   * @param {Event} event @param {object} data
   * @returns {Promise<import('./http-client.mjs').Answer<Event extends 'message_read' ? import('@duet/contracts').ReadMarkerView : import('@duet/contracts').MessageView>>}
   */
  async function ask(event, data) {
    const since = performance.now();
    const unknown = { outcome: /** @type {const} */ ('unknown'), status: 0, code: 'DISCONNECTED', body: {} };
    if (!socket.connected) return { ...unknown, took: 0 };
    /** @type {() => void} */
    let lost = () => undefined;
    const broken = new Promise((resolve) => {
      lost = () => resolve(null);
      socket.once('disconnect', lost);
    });
    const answer = await Promise.race([
      socket
        .timeout(CALL_LIMIT + 2_000)
        .emitWithAck(event, data)
        .catch(() => null),
      broken,
    ]);
    socket.off('disconnect', lost);
    const took = performance.now() - since;
    history.took(event, took);
    inspect(answer);
    if (answer === null) return { ...unknown, took };
    if (answer.ok) return { outcome: 'ok', status: 200, code: '', body: answer.data, took };
    const { code } = answer.failure;
    const status = isErrorCode(code) ? ERRORS[code].status : 500;
    if (status === 401) await freshToken();
    return { outcome: status >= 500 ? 'unknown' : 'no', status, code, body: {}, took };
  }

  return {
    person,
    couple,
    http,
    ask,
    arrive,
    sync,
    state: () => state,
    messages: () => visibleMessages(state),
    isOnline: () => isOnline,
    /** Cuts the connection below Socket.IO, which reconnects. */
    cut: () => socket.io.engine?.close(),
    close() {
      isClosed = true;
      socket.disconnect();
    },
  };
}

/** @typedef {ReturnType<typeof createDevice>} Device */
