import { randomUUID } from 'node:crypto';
import {
  type ErrorCode,
  cancelScheduled,
  deleteMessage,
  editMessage,
  gallery,
  getConversation,
  getDraft,
  listPinned,
  listScheduled,
  markDelivered,
  markPlayed,
  markRead,
  pinMessage,
  rescheduleMessage,
  saveDraft,
  scheduleMessage,
  sendMessage,
  setDisappearing,
  syncConversation,
  toggleReaction,
  unpinMessage,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WRITE } from '../src/messages/messages.limits.js';
import type { CallLog } from './call-log.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS, REPEATED, startMessagePeers } from './message-peers.js';

const keys = testKeys();
const ID = ANSWERS.message._id;

let edge: Edge<Awaited<ReturnType<typeof startMessagePeers>>>;
let calls: CallLog;
let app: NestFastifyApplication;

beforeAll(async () => {
  edge = await startEdge(keys, startMessagePeers);
  ({
    app,
    peers: { calls },
  } = edge);
});

afterAll(() => edge.stop());

beforeEach(() => {
  calls.take();
  calls.refusals.clear();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const LATER = { content: 'Later', at: '2027-01-01T09:00', timezone: 'Europe/Berlin' };

const ask = (method: Method, url: string, payload?: object, userId: string = randomUUID()) =>
  app.inject({
    method,
    url: `/api/messages${url}`,
    headers: { authorization: `Bearer ${accessToken(keys, { userId, sessionId: randomUUID() })}` },
    ...(payload && { payload }),
  });

const ROUTES: [Method, string, object | undefined, number, unknown][] = [
  ['GET', '/conversation', undefined, 200, ANSWERS.page],
  ['GET', '/sync?after=0', undefined, 200, ANSWERS.sync],
  ['GET', '/unread-count', undefined, 200, { count: 3 }],
  ['POST', '', { content: 'Hello' }, 201, ANSWERS.message],
  ['POST', '', { content: REPEATED }, 200, ANSWERS.message],
  ['POST', `/${ID}/reply`, { content: 'Re' }, 201, ANSWERS.message],
  ['POST', `/${ID}/reply`, { content: REPEATED }, 200, ANSWERS.message],
  ['PATCH', '/read', {}, 200, ANSWERS.marker],
  ['PATCH', '/read', undefined, 200, ANSWERS.marker],
  ['POST', `/${ID}/reaction`, { emoji: '👍' }, 200, ANSWERS.message],
  ['PATCH', `/${ID}`, { content: 'Better' }, 200, ANSWERS.message],
  ['DELETE', `/${ID}`, undefined, 200, ANSWERS.message],
  ['PATCH', '/delivered', { chatId: ID, upTo: 4 }, 200, ANSWERS.marker],
  ['PUT', `/${ID}/pin`, undefined, 200, ANSWERS.message],
  ['DELETE', `/${ID}/pin`, undefined, 200, ANSWERS.message],
  ['POST', `/${ID}/played`, undefined, 200, ANSWERS.message],
  ['GET', '/pinned', undefined, 200, [ANSWERS.message]],
  ['GET', '/gallery?kind=media', undefined, 200, ANSWERS.gallery],
  ['PUT', '/disappearing', { seconds: 3600 }, 200, ANSWERS.settings],
  ['GET', '/draft', undefined, 200, ANSWERS.draft],
  ['PUT', '/draft', { content: 'Dear' }, 200, ANSWERS.draft],
  ['GET', '/scheduled', undefined, 200, [ANSWERS.scheduled]],
  ['POST', '/scheduled', LATER, 201, ANSWERS.scheduled],
  ['PATCH', `/scheduled/${ID}`, { content: 'Better' }, 200, ANSWERS.scheduled],
  ['DELETE', `/scheduled/${ID}`, undefined, 200, { done: true }],
];

describe('the conversation', () => {
  it.each(ROUTES)(
    'answers %s %s %j with %i in the envelope and calls the service as the caller',
    async (method, url, payload, status, data) => {
      const userId = randomUUID();
      const answer = await ask(method, url, payload, userId);
      expect([answer.statusCode, answer.json()]).toEqual([status, { success: true, data }]);
      expect(calls.entries[0]?.userId).toBe(userId);
    },
  );

  it.each(ROUTES)('rejects %s %s without a session', async (method, url, payload) => {
    const answer = await app.inject({ method, url: `/api/messages${url}`, ...(payload && { payload }) });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(calls.take()).toEqual([]);
  });

  it('passes messages, reactions and markers on unchanged', async () => {
    const clientMessageId = randomUUID();
    await ask('GET', '/conversation?page=2&limit=20');
    await ask('GET', '/conversation?before=7');
    await ask('GET', '/sync?after=41&limit=10');
    await ask('POST', '', { content: ' Hi ', messageType: 'text', replyTo: ID, clientMessageId });
    await ask('POST', `/${ID}/reply`, { content: 'Re', clientMessageId });
    await ask('PATCH', '/read', { chatId: ID, upTo: 5 });
    await ask('POST', `/${ID}/reaction`, { emoji: '❤' });
    await ask('PATCH', `/${ID}`, { content: 'Better' });
    await ask('DELETE', `/${ID}`);
    expect(calls.take()).toEqual([
      [getConversation.subject, { page: 2, limit: 20 }],
      [getConversation.subject, { before: 7 }],
      [syncConversation.subject, { after: 41, limit: 10 }],
      [sendMessage.subject, { content: ' Hi ', messageType: 'text', replyTo: ID, clientMessageId }],
      [sendMessage.subject, { content: 'Re', clientMessageId, replyTo: ID }],
      [markRead.subject, { chatId: ID, upTo: 5 }],
      [toggleReaction.subject, { emoji: '❤️', messageId: ID }],
      [editMessage.subject, { content: 'Better', messageId: ID }],
      [deleteMessage.subject, { messageId: ID }],
    ]);
  });

  it('passes pins, drafts, scheduled messages and settings on unchanged', async () => {
    await ask('PATCH', '/delivered', { chatId: ID, upTo: 4 });
    await ask('PUT', `/${ID}/pin`);
    await ask('DELETE', `/${ID}/pin`);
    await ask('POST', `/${ID}/played`);
    await ask('GET', '/pinned');
    await ask('GET', '/gallery?kind=link&before=9&limit=5');
    await ask('PUT', '/disappearing', { seconds: null });
    await ask('GET', '/draft');
    await ask('PUT', '/draft', { content: 'Dear', replyTo: ID });
    await ask('GET', '/scheduled');
    await ask('POST', '/scheduled', { ...LATER, replyTo: ID });
    await ask('PATCH', `/scheduled/${ID}`, { at: '2027-01-02T09:00' });
    await ask('DELETE', `/scheduled/${ID}`);
    expect(calls.take()).toEqual([
      [markDelivered.subject, { chatId: ID, upTo: 4 }],
      [pinMessage.subject, { messageId: ID }],
      [unpinMessage.subject, { messageId: ID }],
      [markPlayed.subject, { messageId: ID }],
      [listPinned.subject, {}],
      [gallery.subject, { kind: 'link', before: 9, limit: 5 }],
      [setDisappearing.subject, { seconds: null }],
      [getDraft.subject, {}],
      [saveDraft.subject, { content: 'Dear', replyTo: ID }],
      [listScheduled.subject, {}],
      [scheduleMessage.subject, { ...LATER, replyTo: ID }],
      [rescheduleMessage.subject, { at: '2027-01-02T09:00', scheduledId: ID }],
      [cancelScheduled.subject, { scheduledId: ID }],
    ]);
  });

  it.each<[Method, string, object | undefined]>([
    ['PATCH', '/delivered', { upTo: 4 }],
    ['PUT', '/abc/pin', undefined],
    ['POST', '/abc/played', undefined],
    ['GET', '/gallery', undefined],
    ['GET', '/gallery?kind=everything', undefined],
    ['PUT', '/disappearing', { seconds: 60 }],
    ['PUT', '/disappearing', {}],
    ['PUT', '/draft', {}],
    ['POST', '/scheduled', { ...LATER, at: 'tomorrow' }],
    ['POST', '/scheduled', { ...LATER, timezone: '+02:00' }],
    ['PATCH', '/scheduled/abc', { content: 'x' }],
    ['DELETE', '/scheduled/abc', undefined],
    ['GET', '/conversation?limit=101', undefined],
    ['GET', '/conversation?page=0', undefined],
    ['GET', '/conversation?page=one', undefined],
    ['GET', '/conversation?sort=asc', undefined],
    ['GET', '/sync', undefined],
    ['GET', '/sync?after=-1', undefined],
    ['POST', '', { content: '  ' }],
    ['POST', '', { content: 'x', messageType: 'image' }],
    ['POST', '', { content: 'x', clientMessageId: '1' }],
    ['POST', '/abc/reply', { content: 'x' }],
    ['PATCH', '/read', { upTo: '5' }],
    ['POST', `/${ID}/reaction`, { emoji: 'love' }],
    ['PATCH', `/${ID}`, {}],
    ['DELETE', '/abc', undefined],
  ])('rejects %s %s %j as invalid input', async (method, url, payload) => {
    const answer = await ask(method, url, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each<[ErrorCode, number]>([
    ['NO_PARTNER', 403],
    ['MESSAGE_NOT_FOUND', 404],
    ['IDEMPOTENCY_MISMATCH', 422],
    ['UNAVAILABLE', 503],
  ])('answers %s with %i', async (code, status) => {
    calls.refusals.set(sendMessage.subject, new AppError(code));
    const answer = await ask('POST', '', { content: 'Hello' });
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ success: false, code })]);
  });

  it('limits the writes of one user and answers with Retry-After', async () => {
    const userId = randomUUID();
    const points = WRITE.rates[0]?.points ?? 0;
    for (let n = 0; n < points; n += 1) await ask('POST', '', { content: 'Hello' }, userId);
    const answer = await ask('POST', `/${ID}/reaction`, { emoji: '👍' }, userId);
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('POST', '', { content: 'Hello' })).statusCode).toBe(201);
  });
});
