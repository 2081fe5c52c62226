import 'reflect-metadata';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshServer, freshNats, freshRedis } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../src/create-gateway.js';
import { gatewaySettings } from './settings.js';

/** Every route of the API, as an anonymous caller meets it. */
const { paths }: { paths: Record<string, object> } = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8'));

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
type Verb = keyof typeof METHODS;
const isVerb = (word: string): word is Verb => Object.hasOwn(METHODS, word);

const ROUTES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter(isVerb)
    .map((verb) => ({ method: METHODS[verb], url: path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000') })),
);

let nats: FreshServer;
let redis: FreshServer;
let app: NestFastifyApplication;
let pages: string;

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'duet-pages-'));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Duet</title>');
  writeFileSync(join(pages, 'assets', 'app-1234.js'), 'export {};');
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  app = await createGateway(gatewaySettings(nats.url, redis.url, { STATIC_DIR: pages }));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(async () => {
  await app.close();
  await Promise.all([nats.stop(), redis.stop()]);
  rmSync(pages, { recursive: true });
});

const ask = (method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: string | object, headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });

const POLICY = ["default-src 'self'", "script-src 'self'", "style-src 'self'", "worker-src 'self'", "manifest-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];

/** What each and every answer says to the browser. */
function isDressed({ headers }: Awaited<ReturnType<typeof ask>>): void {
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toEqual(expect.arrayContaining(POLICY));
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1])).toBeGreaterThan(180 * 24 * 3600);
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
}

it.each(ROUTES)('$method $url is dressed, and kept in no cache', async ({ method, url }) => {
  const answer = await ask(method, url);
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  isDressed(answer);
  expect(answer.headers['cache-control']).toBe('no-store');
});

const json = { 'content-type': 'application/json' };

interface Visit {
  what: string;
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT';
  url: string;
  status?: number;
  payload?: string;
  headers?: Record<string, string>;
}

const LOGIN = { method: 'POST', url: '/api/auth/login' } as const;

const VISITS: Visit[] = [
  { what: 'the page', url: '/', status: 200 },
  { what: 'a page inside of the app', url: '/settings', status: 200 },
  { what: 'the page, without its body', method: 'HEAD', url: '/', status: 200 },
  { what: 'an asset', url: '/assets/app-1234.js', status: 200 },
  { what: 'an asset that is gone', url: '/assets/app-0000.js', status: 404 },
  { what: 'a file outside of the pages', url: '/assets/..%2f..%2f..%2fetc%2fpasswd' },
  { what: 'an address that cannot be read', url: '/%E0%A4%A', status: 404 },
  { what: 'an unknown call', url: '/api/nothing', status: 404 },
  { what: 'another method', method: 'PUT', url: '/api/auth/login' },
  { what: 'a question about methods', method: 'OPTIONS', url: '/api/auth/login' },
  { what: 'broken JSON', ...LOGIN, status: 400, payload: '{"email":', headers: json },
  { what: 'too much', ...LOGIN, status: 413, payload: JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(300_000) }), headers: json },
  { what: 'no JSON', ...LOGIN, status: 415, payload: 'email=a', headers: { 'content-type': 'text/plain' } },
  { what: 'a wrong field', ...LOGIN, status: 400, payload: '{}', headers: json },
  { what: 'nobody signed in', url: '/api/users/profile', status: 401 },
  { what: 'a service that is away', ...LOGIN, status: 503, payload: '{"email":"a@b.co","password":"x"}', headers: json },
  { what: 'a picture while media is away', url: `/api/media/avatars/${'a'.repeat(32)}/128.webp` },
  { what: 'a socket’s handshake', url: '/socket.io/?EIO=4&transport=polling', status: 503 },
];

it.each(VISITS)('$what is dressed', async ({ method = 'GET', url, status, payload, headers }) => {
  const answer = await ask(method, url, payload, headers);
  if (status !== undefined) expect(answer.statusCode).toBe(status);
  isDressed(answer);
  if (url.startsWith('/api')) expect(answer.headers['cache-control']).toBe('no-store');
});

it('a refusal for too many calls is dressed too, and says when to come back', async () => {
  const wrong = () => ask('POST', '/api/auth/login', { email: 'often@example.org', password: 'x' });
  let answer = await wrong();
  for (let n = 0; n < 20 && answer.statusCode !== 429; n += 1) answer = await wrong();
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  isDressed(answer);
});

it('assets stay in the cache for ever, the page is asked for anew', async () => {
  expect((await ask('GET', '/assets/app-1234.js')).headers['cache-control']).toContain('immutable');
  expect((await ask('GET', '/')).headers['cache-control']).toBe('no-cache');
});
