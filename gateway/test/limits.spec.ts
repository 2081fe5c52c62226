import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LIMITS, PUSH_TOKEN } from '@duet/contracts';
import { accessToken, aUser, exportLink, restitutionLink, testKeys } from '@duet/testing';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { limitOf } from '../src/limits/rate-limit.guard.js';
import type { Rate } from '../src/limits/rate-key.js';
import { type Limit, RateLimits } from '../src/limits/rate-limits.js';
import { anAddress } from './auth-edge.js';
import { type Edge, spend, startEdge } from './edge.js';
import { startPeers } from './peers.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Route {
  method: Method;
  path: string;
  limit: Limit;
}

interface Caller {
  ip: string;
  userId: string;
  email: string;
}

const keys = testKeys();
let edge: Edge<Awaited<ReturnType<typeof startPeers>>>;
let routes: Route[];

beforeAll(async () => {
  edge = await startEdge(keys, startPeers);
  routes = routesOf(edge.app.get(ModulesContainer));
});

afterAll(() => edge.stop());

const parts = (path: unknown): string[] => (typeof path === 'string' ? path.split('/').filter(Boolean) : []);

/** Every route of the gateway with its limit, as its decorators declare it. */
function routesOf(modules: ModulesContainer): Route[] {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') return [];
    const above = parts(Reflect.getMetadata(PATH_METADATA, metatype));
    const handlers = Object.values(Object.getOwnPropertyDescriptors(metatype.prototype as object));
    return handlers.flatMap(({ value: handler }) => {
      if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
      const path: unknown = Reflect.getMetadata(PATH_METADATA, handler);
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler)] as Method;
      return [{ method, path: ['', 'api', ...above, ...parts(path)].join('/'), limit: limitOf(handler, method) }];
    });
  });
}

const aCaller = (): Caller => ({ ip: anAddress(), userId: randomUUID(), email: aUser().email });

/** The links that stand in for a session, by the path of the download. */
const LINKS: Record<string, (actor: { userId: string; sessionId: string }) => string> = {
  '/api/media/exports/:token': ({ sessionId }) => exportLink(keys, randomUUID(), 60, sessionId),
  '/api/media/restitutions/:token': (actor) => restitutionLink(keys, actor, randomUUID()),
};

async function call({ method, path }: Route, { ip, userId, email }: Caller) {
  const actor = { userId, sessionId: randomUUID() };
  const token = /^\/api\/push\/(message|reply|love)$/.test(path)
    ? accessToken(keys, { ...actor, about: randomUUID() }, LIMITS.accessTokenSeconds, PUSH_TOKEN)
    : accessToken(keys, actor);
  const answer = await edge.app.inject({
    method,
    url: path.replaceAll(/:\w+/g, () => LINKS[path]?.(actor) ?? randomUUID()),
    remoteAddress: ip,
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { payload: { email } }),
  });
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) };
}

/** A caller who differs only in what a rate counts by. */
const stranger = (caller: Caller, by: Rate['by']): Caller => {
  const other = aCaller();
  if (by === 'ip') return { ...caller, ip: other.ip };
  return by === 'user' ? { ...caller, userId: other.userId } : { ...caller, email: other.email };
};

/** Uses up one rate of a limit, but for one point. */
async function nearlySpend(limit: Limit, rate: Rate, { ip, userId, email }: Caller): Promise<void> {
  const countable = { ip, userId, body: { email } };
  await spend(edge.app.get(RateLimits, { strict: false }), { ...limit, rates: [rate] }, countable, rate.points - 1);
}

/** What is wrong with the answers of routes that share a rate. */
async function problemsOf(limit: Limit, rate: Rate, sharing: Route[]): Promise<string[]> {
  const caller = aCaller();
  await nearlySpend(limit, rate, caller);
  const [first] = sharing;
  if (!first) return [];
  const name = ({ method, path }: Route): string => `${limit.name} by ${rate.by}: ${method} ${path}`;
  const problems: string[] = [];
  if ((await call(first, caller)).status === 429) problems.push(`${name(first)} is refused too early`);
  for (const route of sharing) {
    const { status, retryAfter } = await call(route, caller);
    if (status !== 429) problems.push(`${name(route)} answers ${status}`);
    else if (!(retryAfter > 0)) problems.push(`${name(route)} names no time to wait`);
  }
  if ((await call(first, stranger(caller, rate.by))).status === 429)
    problems.push(`${name(first)} is refused to another caller`);
  return problems;
}

it('limits every route by every rate of its limit, however many other people call it', async () => {
  const limits = new Map<Limit, Route[]>();
  for (const route of routes) limits.set(route.limit, [...(limits.get(route.limit) ?? []), route]);
  expect(routes.length).toBeGreaterThan(200);
  expect([...limits.keys()].map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'login',
      'prove-password',
      'prove-code',
      'change-email',
      'unsubscribe',
      'reads',
      'changes',
    ]),
  );
  const problems: string[] = [];
  for (const [limit, sharing] of limits)
    for (const rate of limit.rates) problems.push(...(await problemsOf(limit, rate, sharing)));
  expect(problems).toEqual([]);
});

it('gives each limit a name of its own', () => {
  const limits = [...new Set(routes.map(({ limit }) => limit))];
  expect(new Set(limits.map(({ name }) => name)).size).toBe(limits.length);
});
