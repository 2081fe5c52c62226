import { randomUUID } from 'node:crypto';
import {
  type Call,
  type ChallengeTemplateView,
  type ChallengeView,
  DONE,
  type ErrorCode,
  type RpcDefinition,
  cancelChallenge,
  changeChallenge,
  changeTemplate,
  completeStep,
  deleteChallenge,
  deleteTemplate,
  extendChallenge,
  getChallenge,
  getCoupleStatistics,
  getMemoryStatistics,
  getRhythmStatistics,
  letGoChallenge,
  listBadges,
  listChallenges,
  listTemplates,
  pauseChallenge,
  proposeChallenge,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
  skipStep,
  undoStep,
  writeTemplate,
} from '@duet/contracts';
import { AppError, Rpc } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../src/capsules/capsules.limits.js';
import { RateLimits } from '../src/limits/rate-limits.js';
import { CallLog, fakePeers } from './call-log.js';
import { type Edge, spend, startEdge } from './edge.js';

const ID = randomUUID();
const STEP = randomUUID();

const CHALLENGE: ChallengeView = {
  _id: ID,
  coupleId: randomUUID(),
  templateId: null,
  title: 'A week outside',
  description: '',
  category: 'adventure',
  proposedBy: randomUUID(),
  status: 'active',
  overdue: false,
  createdAt: '2026-11-22T12:00:00.000Z',
  updatedAt: '2026-11-22T12:00:00.000Z',
  startAt: '2026-11-22T12:00:00.000Z',
  dueAt: null,
  pausedAt: null,
  lapsesAt: null,
  completedAt: null,
  note: null,
  completionRule: 'all',
  progress: { done: 0, total: 1 },
  points: 0,
  capsuleId: null,
  deleteConfirmedBy: [],
  version: 2,
  access: { epoch: 0, seconds: 3_600 },
  actions: ['pause'],
  steps: [],
  reflections: [],
};

const TEMPLATE: ChallengeTemplateView = {
  _id: ID,
  title: 'Cook together',
  description: '',
  category: 'care',
  minutes: 60,
  steps: [],
  completionRule: 'all',
  distanceOk: false,
  intensity: 1,
  author: 'couple',
  createdBy: randomUUID(),
  version: 1,
};

const BADGES = { points: 60, badges: [] };

@Controller()
class Peer {
  constructor(@Inject(CallLog) readonly calls: CallLog) {}
}

/** Gives the peers a handler of this call. */
function serve<Request extends object, Answer>(call: RpcDefinition<Request, Answer, 'user'>, answer: Answer): void {
  const handler = {
    value: async function handle(this: Peer, given: Call<'user'>, dto: Request): Promise<Answer> {
      return this.calls.record(call, given, dto, answer);
    },
    configurable: true,
  };
  Rpc(call)(Peer.prototype, call.subject, handler);
  Object.defineProperty(Peer.prototype, call.subject, handler);
}

for (const press of [pauseChallenge, resumeChallenge, cancelChallenge, letGoChallenge]) serve(press, CHALLENGE);
serve(listChallenges, { challenges: [CHALLENGE], nextCursor: 'older' });
serve(getChallenge, CHALLENGE);
serve(proposeChallenge, CHALLENGE);
serve(changeChallenge, CHALLENGE);
serve(respondToChallenge, CHALLENGE);
serve(extendChallenge, CHALLENGE);
serve(reflectOnChallenge, CHALLENGE);
serve(deleteChallenge, DONE);
serve(completeStep, CHALLENGE);
serve(undoStep, CHALLENGE);
serve(skipStep, CHALLENGE);
serve(listTemplates, { templates: [TEMPLATE] });
serve(writeTemplate, TEMPLATE);
serve(changeTemplate, TEMPLATE);
serve(deleteTemplate, DONE);
serve(listBadges, BADGES);
serve(getRhythmStatistics, { longest: 30 });
serve(getMemoryStatistics, { ofCouple: 4, createdByMe: 2, opened: 1 });
let daysTogether: number | null;
serve(getCoupleStatistics, {
  get daysTogether() {
    return daysTogether;
  },
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Route {
  method: Method;
  path: string;
  call: { subject: string };
  body?: object;
  status?: number;
  data: unknown;
  /** The service's arguments beside the body. */
  asked?: object;
  /** An error of this route alone. */
  refusal: ErrorCode;
}

const step = { title: 'Take a walk', type: 'do', who: 'either', proof: 'none', reveal: 'at_once' };
const proposal = { title: 'A week outside', category: 'adventure', steps: [step], clientId: ID };
const template = {
  title: 'Cook together',
  category: 'care',
  minutes: 60,
  distanceOk: false,
  intensity: 1,
  steps: [step],
  completionRule: 'all',
  clientId: ID,
};

const press = (name: string, call: { subject: string }): Route => ({
  method: 'POST',
  path: `/${ID}/${name}`,
  call,
  data: CHALLENGE,
  asked: { id: ID },
  refusal: 'CHALLENGE_STATE',
});

const ROUTES: Route[] = [
  { method: 'GET', path: '', call: listChallenges, data: [CHALLENGE], refusal: 'NO_PARTNER' },
  {
    method: 'POST',
    path: '',
    call: proposeChallenge,
    body: proposal,
    status: 201,
    data: CHALLENGE,
    refusal: 'TOO_MANY_CHALLENGES',
  },
  {
    method: 'GET',
    path: `/${ID}`,
    call: getChallenge,
    data: CHALLENGE,
    asked: { id: ID },
    refusal: 'CHALLENGE_NOT_FOUND',
  },
  {
    method: 'PATCH',
    path: `/${ID}`,
    call: changeChallenge,
    body: { title: 'Outside', version: 2 },
    data: CHALLENGE,
    asked: { id: ID },
    refusal: 'VERSION_CONFLICT',
  },
  {
    method: 'DELETE',
    path: `/${ID}`,
    call: deleteChallenge,
    data: DONE,
    asked: { id: ID },
    refusal: 'PARTNER_CONTENT',
  },
  {
    method: 'PATCH',
    path: `/${ID}/respond`,
    call: respondToChallenge,
    body: { action: 'accept', note: 'Gladly' },
    data: CHALLENGE,
    asked: { id: ID },
    refusal: 'NOT_YOURS',
  },
  press('pause', pauseChallenge),
  press('resume', resumeChallenge),
  press('cancel', cancelChallenge),
  press('let-go', letGoChallenge),
  { ...press('extend', extendChallenge), body: { dueAt: '2026-12-24T12:00:00Z' } },
  { ...press('reflection', reflectOnChallenge), body: { text: 'Lovely', mood: 5 } },
  {
    method: 'POST',
    path: `/${ID}/steps/${STEP}/complete`,
    call: completeStep,
    body: { text: 'By the sea', clientId: ID },
    data: CHALLENGE,
    asked: { id: ID, stepId: STEP },
    refusal: 'STEP_NOT_OPEN',
  },
  {
    method: 'DELETE',
    path: `/${ID}/steps/${STEP}/complete`,
    call: undoStep,
    data: CHALLENGE,
    asked: { id: ID, stepId: STEP },
    refusal: 'STEP_NOT_FOUND',
  },
  {
    method: 'POST',
    path: `/${ID}/steps/${STEP}/skip`,
    call: skipStep,
    data: CHALLENGE,
    asked: { id: ID, stepId: STEP },
    refusal: 'ALREADY_DONE',
  },
  { method: 'GET', path: '/templates', call: listTemplates, data: [TEMPLATE], refusal: 'NO_PARTNER' },
  {
    method: 'POST',
    path: '/templates',
    call: writeTemplate,
    body: template,
    status: 201,
    data: TEMPLATE,
    refusal: 'TOO_MANY_TEMPLATES',
  },
  {
    method: 'PATCH',
    path: `/templates/${ID}`,
    call: changeTemplate,
    body: { title: 'Bake together', version: 1 },
    data: TEMPLATE,
    asked: { id: ID },
    refusal: 'TEMPLATE_NOT_FOUND',
  },
  {
    method: 'DELETE',
    path: `/templates/${ID}`,
    call: deleteTemplate,
    data: DONE,
    asked: { id: ID },
    refusal: 'NOT_YOURS',
  },
  {
    method: 'GET',
    path: '/badges',
    call: listBadges,
    data: BADGES,
    asked: { daysTogether: 9, rhythm: 30, capsules: 4, reveals: 1 },
    refusal: 'NO_PARTNER',
  },
];

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
