import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FreshServer, freshNats, freshRedis } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import jwt from 'jsonwebtoken';
import { createGateway } from '../src/create-gateway.js';
import { waitForRedis } from './edge.js';
import { gatewaySettings } from './settings.js';

const DOCUMENT: { paths: Record<string, object> } = JSON.parse(
  readFileSync(join(__dirname, '../openapi.json'), 'utf8'),
);

/** The routes that the server registers, such as `GET /api/users/{id}`. */
const served = new Set<string>();

let nats: FreshServer;
let redis: FreshServer;
let app: NestFastifyApplication;

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  app = await createGateway(gatewaySettings(nats.url, redis.url));
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) served.add(`${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
    });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  await waitForRedis(app);
});

afterAll(async () => {
  await app.close();
  await Promise.all([nats.stop(), redis.stop()]);
});

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: string | object;
}

const ask = (request: Request) => app.inject(request);

const post = (payload: string | object, headers: Record<string, string> = {}) =>
  ask({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': 'application/json', ...headers } });

describe('the API document', () => {
  it('describes every route that the gateway serves, and no other', () => {
    const described = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = [...served].filter((route) => /^(GET|POST|PUT|PATCH|DELETE) \/api\/(?!docs)/.test(route));
    expect(described.toSorted()).toEqual(routes.toSorted());
  });
});

describe('every answer', () => {
  it.each<Request>([
    { method: 'GET', url: '/api/nothing' },
    { method: 'GET', url: '/api/users/profile' },
    { method: 'POST', url: '/api/auth/login', payload: {} },
  ])('to $method $url has the security headers and is not cached', async (request) => {
    const { headers } = await ask(request);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toContain('max-age=');
  });

  it('contains its request id and reuses a well-formed one of the caller', async () => {
    const own = await ask({ method: 'GET', url: '/api/nothing' });
    expect(own.json().requestId).toBe(own.headers['x-request-id']);
    const given = await ask({ method: 'GET', url: '/api/nothing', headers: { 'x-request-id': 'client-12345678' } });
    expect(given.json().requestId).toBe('client-12345678');
    const evil = await ask({ method: 'GET', url: '/api/nothing', headers: { 'x-request-id': 'a"b\'; DROP' } });
    expect(evil.json().requestId).not.toContain('DROP');
  });
});

describe('invalid input', () => {
  it.each([
    ['broken JSON', '{"email": ', 'BAD_REQUEST', 400],
    ['an array', '[1]', 'BAD_REQUEST', 400],
    ['a polluted prototype', '{"__proto__": {"a": 1}, "email": "a@b.co", "password": "x"}', 'BAD_REQUEST', 400],
    ['an unknown field', { email: 'a@b.co', password: 'x', isAdmin: true }, 'VALIDATION_FAILED', 400],
    ['an operator instead of text', { email: { $gt: '' }, password: 'x' }, 'VALIDATION_FAILED', 400],
    ['a huge body', { email: 'a@b.co', password: 'x'.repeat(300_000) }, 'PAYLOAD_TOO_LARGE', 413],
  ])('with %s is rejected', async (_name, payload, code, status) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, code });
  });

  it('is rejected with a message for each field', async () => {
    const answer = await post({ email: 'nobody' });
    expect(answer.json().errors).toEqual([
      { field: 'email', code: 'EMAIL_INVALID', message: 'Please enter a valid email' },
      { field: 'password', code: 'PASSWORD_REQUIRED', message: 'Password is required' },
    ]);
  });

  it('is rejected with 415 if it is not JSON', async () => {
    expect((await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
  });
});

describe('a caller without a valid token', () => {
  const forged = [
    ['no token', undefined],
    ['another scheme', 'Basic abc'],
    ['a malformed token', 'Bearer abc.def.ghi'],
    [
      'an unsigned token',
      `Bearer ${jwt.sign({ sid: 's' }, '', { algorithm: 'none', subject: 'u', issuer: 'duet', audience: 'duet', expiresIn: 60 })}`,
    ],
    [
      'a token signed with a shared secret',
      `Bearer ${jwt.sign({ sid: 's' }, 'secret', { subject: 'u', issuer: 'duet', audience: 'duet', keyid: 'test', expiresIn: 60 })}`,
    ],
  ] as const;

  it.each(forged)('is rejected with %s', async (_name, authorization) => {
    const answer = await ask({
      method: 'GET',
      url: '/api/users/profile',
      headers: authorization ? { authorization } : {},
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Authentication failed' });
  });
});

describe('an unavailable service', () => {
  it('is answered with a 503 that does not name it', async () => {
    const answer = await post({ email: 'a@b.co', password: 'x' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(answer.body).not.toMatch(/auth\.session|subscribers/);
  });

  it('is answered with 503 on the socket path too', async () => {
    const answer = await ask({ method: 'GET', url: '/socket.io/?EIO=4&transport=polling' });
    expect(answer.statusCode).toBe(503);
  });
});
