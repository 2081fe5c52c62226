import { randomUUID } from 'node:crypto';
import { type ErrorCode, deleteMessage, editMessage, getConversation, markRead, sendMessage, syncConversation, toggleReaction } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WRITE } from '../src/messages/messages.limits.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS, REPEATED, startMessagePeers } from './message-peers.js';
import type { Asking } from './partner-peers.js';

const keys = testKeys();
const ID = ANSWERS.message._id;

let edge: Edge<Awaited<ReturnType<typeof startMessagePeers>>>;
let asking: Asking;
let app: NestFastifyApplication;

beforeAll(async () => {
  edge = await startEdge(keys, startMessagePeers);
  ({ app, peers: { asking } } = edge);
});

afterAll(() => edge.stop());

beforeEach(() => {
  asking.take();
  asking.refused.clear();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

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
];

describe('the conversation', () => {
  it.each(ROUTES)('%s %s %j answers %i in the envelope, in the name of the caller', async (method, url, payload, status, data) => {
    const userId = randomUUID();
    const answer = await ask(method, url, payload, userId);
    expect([answer.statusCode, answer.json()]).toEqual([status, { success: true, data }]);
    expect(asking.asked[0]?.userId).toBe(userId);
  });

  it.each(ROUTES)('%s %s is closed to visitors', async (method, url, payload) => {
    const answer = await app.inject({ method, url: `/api/messages${url}`, ...(payload && { payload }) });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(asking.take()).toEqual([]);
  });

  it('carries exactly what was given', async () => {
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
    expect(asking.take()).toEqual([
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

  it.each<[Method, string, object | undefined]>([
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
  ])('%s %s %j is refused as bad input', async (method, url, payload) => {
    const answer = await ask(method, url, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each<[ErrorCode, number]>([
    ['NO_PARTNER', 403],
    ['MESSAGE_NOT_FOUND', 404],
    ['IDEMPOTENCY_MISMATCH', 422],
    ['UNAVAILABLE', 503],
  ])('says %s as %i', async (code, status) => {
    asking.refused.set(sendMessage.subject, new AppError(code));
    const answer = await ask('POST', '', { content: 'Hello' });
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ success: false, code })]);
  });

  it('limits how much one person writes, and tells when to try again', async () => {
    const userId = randomUUID();
    const points = WRITE.rates[0]?.points ?? 0;
    for (let n = 0; n < points; n += 1) await ask('POST', '', { content: 'Hello' }, userId);
    const answer = await ask('POST', `/${ID}/reaction`, { emoji: '👍' }, userId);
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('POST', '', { content: 'Hello' })).statusCode).toBe(201);
  });
});
