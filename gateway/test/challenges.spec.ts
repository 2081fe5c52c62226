import { randomUUID } from 'node:crypto';
import { changeChallenge, getCoupleStatistics, listBadges, listChallenges } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { READ_MEMORIES, WRITE_MEMORIES } from '../src/capsules/capsules.limits.js';
import { RateLimits } from '../src/limits/rate-limits.js';
import { fakePeers } from './call-log.js';
import { CHALLENGE, ID, Peer, STEP, serve } from './challenge-peers.js';
import { type Method, ROUTES, type Route, proposal, step, template } from './challenge-routes.js';
import { type Edge, spend, startEdge } from './edge.js';

let daysTogether: number | null;
serve(getCoupleStatistics, {
  get daysTogether() {
    return daysTogether;
  },
});

const named = ROUTES.map((route) => [`${route.method} /challenges${route.path}`, route] as const);

const keys = testKeys();
let edge: Edge<Awaited<ReturnType<ReturnType<typeof fakePeers>>>>;

beforeAll(async () => {
  edge = await startEdge(keys, fakePeers(Peer));
});
afterAll(() => edge.stop());
beforeEach(() => {
  daysTogether = 9;
  edge.peers.calls.take();
  edge.peers.calls.refusals.clear();
});

const tokenOf = (userId: string): string => accessToken(keys, { userId, sessionId: randomUUID() });

async function ask(
  { method, path, body }: Pick<Route, 'method' | 'path' | 'body'>,
  token: string | null = tokenOf(randomUUID()),
): Promise<{ status: number; code?: string; data?: unknown; nextCursor?: string; current?: unknown }> {
  const answer = await edge.app.inject({
    method,
    url: `/api/challenges${path}`,
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, ...answer.json() };
}

describe.each(named)('%s', (_name, route) => {
  it('asks challenges with the ids of the path, and answers what they say', async () => {
    expect(await ask(route)).toMatchObject({ status: route.status ?? 200, data: route.data });
    const calls = edge.peers.calls.take();
    expect(calls.at(-1)).toEqual([route.call.subject, { ...route.body, ...route.asked }]);
  });

  it('is refused without a session', async () => {
    expect(await ask(route, null)).toMatchObject({ status: 401 });
    expect(await ask(route, 'no token')).toMatchObject({ status: 401 });
    expect(edge.peers.calls.take()).toEqual([]);
  });

  it('answers the errors of its call', async () => {
    for (const code of ['NO_PARTNER', route.refusal] as const) {
      const refusal = new AppError(code);
      edge.peers.calls.refusals.set(route.call.subject, refusal);
      expect(await ask(route)).toMatchObject({ status: refusal.status, code });
    }
  });

  it('is limited per person', async () => {
    const limit = route.method === 'GET' ? READ_MEMORIES : WRITE_MEMORIES;
    const [userId, other] = [randomUUID(), randomUUID()];
    const limits = edge.app.get(RateLimits, { strict: false });
    const points = limit.rates[0]?.points ?? 0;
    const call = { ip: '127.0.0.1', userId, body: undefined };
    await spend(limits, limit, call, points);
    expect(await ask(route, tokenOf(userId))).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(edge.peers.calls.take()).toEqual([]);
    expect(await ask(route, tokenOf(other))).toMatchObject({ status: route.status ?? 200 });
  });
});

describe('odd input', () => {
  it.each<[what: string, asked: [method: Method, path: string, body?: object]]>([
    ['no id', ['GET', '/not-an-id']],
    ['no id of a step', ['POST', `/${ID}/steps/first/skip`]],
    ['an unknown state', ['GET', '?status=forgotten']],
    ['an endless page', ['GET', '?limit=100000']],
    ['a proposal of nothing', ['POST', '']],
    ['a proposal without clientId', ['POST', '', { ...proposal, clientId: undefined }]],
    ['no steps', ['POST', '', { ...proposal, steps: [] }]],
    ['too many steps', ['POST', '', { ...proposal, steps: Array.from({ length: 31 }, () => step) }]],
    ['steps that are words', ['POST', '', { ...proposal, steps: ['walk'] }]],
    ['nested steps', ['POST', '', { ...proposal, steps: [[step]] }]],
    ['a hidden proof of one alone', ['POST', '', { ...proposal, steps: [{ ...step, reveal: 'when_both' }] }]],
    ['a long title', ['POST', '', { ...proposal, title: 'x'.repeat(101) }]],
    ['an unknown rule', ['POST', '', { ...proposal, completionRule: { anyN: 0 } }]],
    ['a field that it does not have', ['POST', '', { ...proposal, proposedBy: ID }]],
    ['a change without version', ['PATCH', `/${ID}`, { title: 'Outside' }]],
    ['an unknown answer', ['PATCH', `/${ID}/respond`, { action: 'ignore' }]],
    ['no date', ['POST', `/${ID}/extend`, { dueAt: 'soon' }]],
    ['a mood out of range', ['POST', `/${ID}/reflection`, { text: 'Lovely', mood: 6 }]],
    ['a long proof', ['POST', `/${ID}/steps/${STEP}/complete`, { text: 'x'.repeat(100_000) }]],
    ['an intensity out of range', ['POST', '/templates', { ...template, intensity: 4 }]],
  ])('is refused: %s', async (_what, [method, path, body]) => {
    expect(await ask({ method, path, ...(body && { body }) })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(edge.peers.calls.take()).toEqual([]);
  });

  it('cannot name another challenge than the path', async () => {
    const body = { action: 'accept', id: randomUUID() };
    expect(await ask({ method: 'PATCH', path: `/${ID}/respond`, body })).toMatchObject({ status: 400 });
    expect(edge.peers.calls.take()).toEqual([]);
  });
});

describe('the list', () => {
  it('passes on filter and cursor, and answers where the next page begins', async () => {
    const query = '?status=active&category=play&limit=5';
    expect(await ask({ method: 'GET', path: query })).toMatchObject({ status: 200, nextCursor: 'older' });
    expect(edge.peers.calls.take()).toEqual([
      [listChallenges.subject, { status: 'active', category: 'play', limit: 5 }],
    ]);
  });
});

describe('a conflict', () => {
  it('carries the challenge as it is', async () => {
    const conflict = new AppError('VERSION_CONFLICT', { current: CHALLENGE });
    edge.peers.calls.refusals.set(changeChallenge.subject, conflict);
    const body = { title: 'Outside', version: 1 };
    expect(await ask({ method: 'PATCH', path: `/${ID}`, body })).toMatchObject({ status: 409, current: CHALLENGE });
  });
});

describe('badges', () => {
  it('are refused without a partner before challenges are asked', async () => {
    daysTogether = null;
    expect(await ask({ method: 'GET', path: '/badges' })).toMatchObject({ status: 403, code: 'NO_PARTNER' });
    expect(edge.peers.calls.take().map(([subject]) => subject)).not.toContain(listBadges.subject);
  });
});
