import { randomUUID } from 'node:crypto';
import {
  blockPerson,
  cancelRequest,
  changeDate,
  coupleSettled,
  findBio,
  getPartnerStatus,
  linkPartner,
  lookUpInvite,
  respondToRequest,
  searchPeople,
  sendNudge,
  sendPartnerRequest,
  unlinkPartner,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { CallLog } from './call-log.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS, startPartnerPeers } from './partner-peers.js';

const keys = testKeys();
const ID = '0197a000-0000-7000-8000-00000000000a';

let edge: Edge<Awaited<ReturnType<typeof startPartnerPeers>>>;
let calls: CallLog;
let app: NestFastifyApplication;

beforeAll(async () => {
  edge = await startEdge(keys, startPartnerPeers);
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

const NEW_DATE = {
  title: 'Our trip',
  date: '2026-12-24',
  yearly: false,
  remindDaysBefore: [3],
  private: false,
  clientId: ID,
};

const as = (userId: string) => ({ authorization: `Bearer ${accessToken(keys, { userId, sessionId: randomUUID() })}` });

const ask = (method: Method, url: string, payload?: object, userId: string = randomUUID()) =>
  app.inject({ method, url: `/api${url}`, headers: as(userId), ...(payload && { payload }) });

const ROUTES: [Method, string, object | undefined, number, unknown][] = [
  ['GET', '/partners/status', undefined, 200, ANSWERS.status],
  ['GET', '/partners/bio', undefined, 200, ANSWERS.bio],
  ['GET', '/partners/search?q=bob', undefined, 200, [ANSWERS.person]],
  ['POST', '/partners/request', { receiverId: ID, message: 'hi' }, 201, { partner: null, couple: null, request: null }],
  ['GET', '/partners/requests', undefined, 200, []],
  ['GET', '/partners/requests/sent', undefined, 200, []],
  ['PATCH', `/partners/requests/${ID}`, { action: 'accept' }, 200, ANSWERS.linked],
  ['DELETE', `/partners/requests/${ID}`, undefined, 200, { done: true }],
  ['POST', '/partners/invite', undefined, 201, ANSWERS.invite],
  ['GET', '/partners/invite/ABCD2345', undefined, 200, ANSWERS.offer],
  [
    'PATCH',
    '/partners/timezone',
    { timezone: 'Asia/Tokyo' },
    200,
    { ...ANSWERS.linked.couple, timezone: 'Asia/Tokyo' },
  ],
  [
    'PATCH',
    '/partners/together-since',
    { togetherSince: '2020-02-29', version: 0 },
    200,
    { ...ANSWERS.linked.couple, togetherSince: '2020-02-29' },
  ],
  ['PUT', '/partners/nickname', { nickname: ' Bobby ' }, 200, { nickname: 'Bobby' }],
  ['GET', '/nudges', undefined, 200, ANSWERS.nudged],
  ['POST', '/nudges', { kind: 'proud' }, 201, ANSWERS.nudged],
  ['GET', '/moods?days=7', undefined, 200, ANSWERS.moods],
  ['PUT', '/moods/today', { mood: 'in_love', note: ' So much ' }, 200, ANSWERS.mood],
  ['DELETE', '/moods/today', undefined, 200, { done: true }],
  ['GET', '/partners/dates', undefined, 200, ANSWERS.dates],
  ['POST', '/partners/dates', NEW_DATE, 201, ANSWERS.date],
  ['PATCH', `/partners/dates/${ID}`, { title: 'Better', version: 1 }, 200, ANSWERS.date],
  ['DELETE', `/partners/dates/${ID}`, undefined, 200, { done: true }],
  ['DELETE', '/partners/unlink', undefined, 200, ANSWERS.unlinked],
  ['POST', '/partners/block', { userId: ID }, 200, ANSWERS.person],
  ['DELETE', `/partners/block/${ID}`, undefined, 200, { done: true }],
  ['GET', '/partners/blocked', undefined, 200, [ANSWERS.person]],
  ['DELETE', '/auth/unlink-partner', undefined, 200, ANSWERS.unlinked],
];

describe('the bio of the partner', () => {
  it('is asked for with the id that pairing names, never with one of the caller', async () => {
    const answer = await ask('GET', `/partners/bio?userId=${ID}`);
    expect(answer.json()).toMatchObject({ success: true, data: ANSWERS.bio });
    expect(calls.take()).toEqual([
      [getPartnerStatus.subject, {}],
      [findBio.subject, { userId: ANSWERS.status.partner?._id }],
    ]);
  });

  it('is refused without a partner, and auth is not asked', async () => {
    const { partner } = ANSWERS.status;
    ANSWERS.status.partner = null;
    const answer = await ask('GET', '/partners/bio');
    ANSWERS.status.partner = partner;
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'NO_PARTNER']);
    expect(calls.take()).toEqual([[getPartnerStatus.subject, {}]]);
  });
});

describe('the partner routes', () => {
  it.each(ROUTES)(
    'answer %s %s in the envelope and call the service as the caller',
    async (method, url, payload, status, data) => {
      const userId = randomUUID();
      const answer = await ask(method, url, payload, userId);
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toMatchObject({ success: true, data });
      expect(calls.entries[0]?.userId).toBe(userId);
    },
  );

  it.each([...ROUTES, ['POST', '/auth/link-partner', {}, 200, null] as const])(
    'reject %s %s without a session',
    async (method, url, payload) => {
      const answer = await app.inject({ method, url: `/api${url}`, ...(payload && { payload }) });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
      expect(calls.take()).toEqual([]);
    },
  );

  it('pass input on unchanged', async () => {
    await ask('GET', '/partners/search?q=%20bob%20');
    await ask('PATCH', `/partners/requests/${ID}`, { action: 'reject' });
    await ask('PATCH', `/partners/requests/${ID}`, { action: 'accept', timezone: 'Asia/Tokyo' });
    await ask('DELETE', `/partners/requests/${ID}`);
    await ask('GET', '/partners/invite/abcd-2345');
    expect(calls.take().filter(([subject]) => subject !== coupleSettled.subject)).toEqual([
      [searchPeople.subject, { q: 'bob' }],
      [respondToRequest.subject, { id: ID, action: 'reject' }],
      [respondToRequest.subject, { id: ID, action: 'accept', timezone: 'Asia/Tokyo' }],
      [cancelRequest.subject, { id: ID }],
      [lookUpInvite.subject, { code: 'abcd-2345' }],
    ]);
  });

  it('return the partner at the top level after linking, as the specification says', async () => {
    const answer = await ask('POST', '/auth/link-partner', { partnerIdentifier: ' ABCD2345 ' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, ...ANSWERS.linked });
    expect((await ask('DELETE', '/auth/unlink-partner')).json()).toMatchObject({ success: true, partner: null });
  });

  it.each<[Method, string, object]>([
    ['POST', '/partners/request', { receiverId: 'x' }],
    ['POST', '/partners/request', { receiverId: ID, message: 'x'.repeat(201) }],
    ['POST', '/partners/request', { receiverId: ID, senderId: ID }],
    ['PATCH', `/partners/requests/${ID}`, { action: 'maybe' }],
    ['PATCH', `/partners/requests/${ID}`, { action: 'accept', id: ID }],
    ['PATCH', '/partners/requests/nonsense', { action: 'accept' }],
    ['PATCH', `/partners/requests/${ID}`, { action: 'accept', timezone: 'Nowhere' }],
    ['PATCH', '/partners/timezone', {}],
    ['PATCH', '/partners/timezone', { timezone: 'Nowhere' }],
    ['PATCH', '/partners/together-since', { togetherSince: '2026-02-29', version: 0 }],
    ['PATCH', '/partners/together-since', { togetherSince: '2026-02-28' }],
    ['PUT', '/partners/nickname', { nickname: 'x'.repeat(41) }],
    ['PUT', '/partners/nickname', { nickname: ['x'] }],
    ['POST', '/partners/dates', { ...NEW_DATE, createdBy: ID }],
    ['POST', '/partners/dates', { ...NEW_DATE, remindDaysBefore: [2] }],
    ['PATCH', `/partners/dates/${ID}`, { title: 'Better' }],
    ['PATCH', '/partners/dates/nonsense', { title: 'Better', version: 1 }],
    ['POST', '/nudges', { kind: 'poke' }],
    ['PUT', '/moods/today', {}],
    ['PUT', '/moods/today', { mood: 'bored' }],
    ['PUT', '/moods/today', { mood: 'calm', note: 'x'.repeat(141) }],
    ['PUT', '/moods/today', { mood: 'calm', day: '2026-11-20' }],
    ['POST', '/nudges', { kind: 'miss', to: ID }],
    ['POST', '/auth/link-partner', { partnerIdentifier: ['a'] }],
    ['POST', '/partners/block', {}],
  ])('reject %s %s %j', async (method, url, payload) => {
    const answer = await ask(method, url, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
  });

  it.each([
    '/partners/search',
    '/partners/search?q=a',
    '/partners/search?q=%20%20%20',
    '/partners/search?q=ab&q=cd',
    '/partners/search?q=ab&limit=99',
  ])('reject GET %s with 400', async (url) => {
    expect((await ask('GET', url)).statusCode).toBe(400);
    expect(calls.take()).toEqual([]);
  });

  it('pass on a refusal of pairing', async () => {
    calls.refusals.set(sendPartnerRequest.subject, new AppError('ALREADY_LINKED'));
    const answer = await ask('POST', '/partners/request', { receiverId: ID });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'ALREADY_LINKED', message: 'This user already has a partner' });
  });

  it('say in Retry-After when the next nudge is possible', async () => {
    calls.refusals.set(sendNudge.subject, new AppError('RATE_LIMITED', { retryAfter: 290 }));
    const answer = await ask('POST', '/nudges', { kind: 'miss' });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('290');
  });

  it('pass on the current state after a version conflict', async () => {
    calls.refusals.set(changeDate.subject, new AppError('VERSION_CONFLICT', { current: ANSWERS.date }));
    const answer = await ask('PATCH', `/partners/dates/${ID}`, { title: 'Better', version: 1 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ success: false, code: 'VERSION_CONFLICT', current: ANSWERS.date });
  });
});

describe('a caller who links or unlinks', () => {
  const linked = { coupleId: ANSWERS.linked.couple._id, version: 3 };
  const unlinked = ANSWERS.unlinked;

  it.each<[Method, string, object | undefined, string, object]>([
    ['PATCH', `/partners/requests/${ID}`, { action: 'accept' }, respondToRequest.subject, linked],
    ['POST', '/auth/link-partner', { partnerIdentifier: 'bob' }, linkPartner.subject, linked],
    ['DELETE', '/partners/unlink', undefined, unlinkPartner.subject, unlinked],
    ['DELETE', '/auth/unlink-partner', undefined, unlinkPartner.subject, unlinked],
    ['POST', '/partners/block', { userId: ID }, blockPerson.subject, unlinked],
  ])('with %s %s is answered after messaging has applied it', async (method, url, payload, subject, seen) => {
    await ask(method, url, payload);
    expect(calls.take().map(([name, input]) => (name === coupleSettled.subject ? [name, input] : name))).toEqual([
      subject,
      [coupleSettled.subject, seen],
    ]);
  });

  it('is answered although messaging does not answer', async () => {
    calls.refusals.set(coupleSettled.subject, new AppError('TIMEOUT'));
    expect((await ask('PATCH', `/partners/requests/${ID}`, { action: 'accept' })).statusCode).toBe(200);
  });
});

describe('rate limits per user', () => {
  it.each<[Method, string, object | undefined, number]>([
    ['GET', '/partners/search?q=bob', undefined, 60],
    ['POST', '/partners/request', { receiverId: ID }, 30],
    ['POST', '/auth/link-partner', { partnerIdentifier: 'bob' }, 30],
    ['DELETE', `/partners/requests/${ID}`, undefined, 600],
  ])('refuse further calls of %s %s and do not affect other users', async (method, url, payload, points) => {
    const userId = randomUUID();
    for (let i = 0; i < points; i += 1) expect((await ask(method, url, payload, userId)).statusCode).toBeLessThan(300);
    const refused = await ask(method, url, payload, userId);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many requests. Please try again later.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(method, url, payload)).statusCode).toBeLessThan(300);
  });
});
