import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type Call,
  DONE,
  type Done,
  NoInput,
  PUSH_TOKEN,
  PushReplyDto,
  type PushState,
  type PushedMessageView,
  RenewPushDto,
  SubscribePushDto,
  type TokenUse,
  getPush,
  lovePushedMessage,
  readPushedMessage,
  renewPush,
  replyToPushedMessage,
  sessionRevoked,
  subscribePush,
  testPush,
  unsubscribePush,
} from '@duet/contracts';
import { LivePush, Rpc } from '@duet/service-kit';
import { accessToken, eventually, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CallLog, fakePeers } from './call-log.js';
import { type Edge, startEdge } from './edge.js';

const STATE: PushState = { publicKey: 'B'.repeat(87), subscribed: true };
const VIEW: PushedMessageView = { firstName: 'Jonas', content: 'Hello', messageType: 'text', reactions: [] };
const GIVEN = { endpoint: 'https://push.example/x', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const OLD = { oldEndpoint: 'https://push.example/y', oldAuth: 'b'.repeat(22) };

@Controller()
class PushPeer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(getPush) async get(call: Call<'user'>, dto: NoInput): Promise<PushState> {
    return this.calls.record(getPush, call, dto, STATE);
  }
  @Rpc(subscribePush) async subscribe(call: Call<'user'>, dto: SubscribePushDto): Promise<PushState> {
    return this.calls.record(subscribePush, call, dto, STATE);
  }
  @Rpc(unsubscribePush) async unsubscribe(call: Call<'user'>, dto: NoInput): Promise<PushState> {
    return this.calls.record(unsubscribePush, call, dto, STATE);
  }
  @Rpc(testPush) async test(call: Call<'user'>, dto: NoInput): Promise<Done> {
    return this.calls.record(testPush, call, dto, DONE);
  }
  @Rpc(renewPush) async renew(call: Call, dto: RenewPushDto): Promise<Done> {
    return this.calls.record(renewPush, call, dto, DONE);
  }
  @Rpc(readPushedMessage) async read(call: Call<'user'>, dto: NoInput): Promise<PushedMessageView> {
    return this.calls.record(readPushedMessage, call, dto, VIEW);
  }
  @Rpc(replyToPushedMessage) async reply(call: Call<'user'>, dto: PushReplyDto): Promise<Done> {
    return this.calls.record(replyToPushedMessage, call, dto, DONE);
  }
  @Rpc(lovePushedMessage) async love(call: Call<'user'>, dto: NoInput): Promise<Done> {
    return this.calls.record(lovePushedMessage, call, dto, DONE);
  }
}

const startPushPeers = fakePeers(PushPeer);
const keys = testKeys();
let edge: Edge<Awaited<ReturnType<typeof startPushPeers>>>;
let app: NestFastifyApplication;

beforeAll(async () => {
  edge = await startEdge(keys, startPushPeers);
  ({ app } = edge);
});

afterAll(() => edge.stop());

const bearer = (use: TokenUse = 'session', sessionId: string = randomUUID()) => {
  const about = use === PUSH_TOKEN ? { about: randomUUID() } : {};
  return {
    authorization: `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId, ...about }, 60, use === 'session' ? undefined : use)}`,
  };
};

it.each([
  ['GET', '', undefined, 200, STATE],
  ['POST', '', GIVEN, 200, STATE],
  ['DELETE', '', undefined, 200, STATE],
  ['POST', '/test', undefined, 202, DONE],
] as const)('%s /api/users/push%s needs the session of the device', async (method, path, payload, status, data) => {
  const answer = await app.inject({
    method,
    url: `/api/users/push${path}`,
    headers: bearer(),
    ...(payload && { payload }),
  });
  expect([answer.statusCode, answer.json()]).toEqual([status, { success: true, data }]);
  expect((await app.inject({ method, url: `/api/users/push${path}`, ...(payload && { payload }) })).statusCode).toBe(
    401,
  );
  expect(
    (
      await app.inject({
        method,
        url: `/api/users/push${path}`,
        headers: bearer(PUSH_TOKEN),
        ...(payload && { payload }),
      })
    ).statusCode,
  ).toBe(401);
});

it.each([
  ['endpoint', { endpoint: 'http://push.example/x' }],
  ['endpoint', { endpoint: 'nowhere' }],
  ['endpoint', { endpoint: `https://push.example/${'x'.repeat(2_048)}` }],
  ['p256dh', { p256dh: 'B'.repeat(86) }],
  ['auth', { auth: 'short' }],
])('an invalid %s is rejected', async (field, given) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/users/push',
    headers: bearer(),
    payload: { ...GIVEN, ...given },
  });
  expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: [expect.objectContaining({ field })] });
});

it('renews a subscription without a session and ignores an attached token', async () => {
  expect((await app.inject({ method: 'POST', url: '/api/push/renew', payload: { ...GIVEN, ...OLD } })).json()).toEqual({
    success: true,
    data: DONE,
  });
  expect(
    (
      await app.inject({
        method: 'POST',
        url: '/api/push/renew',
        headers: { authorization: 'Bearer rubbish' },
        payload: { ...GIVEN, ...OLD },
      })
    ).statusCode,
  ).toBe(200);
});

it.each([
  ['/api/push/reply', { content: 'On my way', clientMessageId: randomUUID() }],
  ['/api/push/love', undefined],
])('%s answers with the notification’s token only', async (url, payload) => {
  const post = (headers: { authorization?: string }) =>
    app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
  const answer = await post(bearer(PUSH_TOKEN));
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, data: DONE }]);
  for (const headers of [bearer(), bearer('export'), {}, { authorization: 'Bearer rubbish' }])
    expect((await post(headers)).statusCode).toBe(401);
});

describe('the message that a push notification announced', () => {
  const read = (headers: { authorization?: string }) =>
    app.inject({ method: 'GET', url: '/api/push/message', headers });

  it('can be read with the notification’s token only', async () => {
    const answer = await read(bearer(PUSH_TOKEN));
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
      200,
      { success: true, data: VIEW },
      'no-store',
    ]);
    for (const headers of [bearer(), bearer('export'), {}, { authorization: 'Bearer rubbish' }])
      expect((await read(headers)).statusCode).toBe(401);
    expect(
      (await app.inject({ method: 'GET', url: '/api/users/profile', headers: bearer(PUSH_TOKEN) })).statusCode,
    ).toBe(401);
  });

  it('cannot be read after the device has signed out', async () => {
    const sessionId = randomUUID();
    expect((await read(bearer(PUSH_TOKEN, sessionId))).statusCode).toBe(200);
    edge.peers.app
      .get(LivePush)
      .push(sessionRevoked, { sessionId, userId: randomUUID(), revokedAt: new Date().toISOString() });
    await eventually(async () => expect((await read(bearer(PUSH_TOKEN, sessionId))).statusCode).toBe(401));
  });
});
