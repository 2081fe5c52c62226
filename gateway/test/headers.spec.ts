import 'reflect-metadata';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type FreshServer, freshNats, freshRedis } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startGateway } from './edge.js';
import { gatewaySettings } from './settings.js';

/** Every route of the API, called anonymously. */
const { paths }: { paths: Record<string, object> } = JSON.parse(
  readFileSync(join(__dirname, '../openapi.json'), 'utf8'),
);

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
type Verb = keyof typeof METHODS;
const isVerb = (word: string): word is Verb => Object.hasOwn(METHODS, word);

const ROUTES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter(isVerb)
    .map((verb) => ({
      method: METHODS[verb],
      url: path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
    })),
);

let nats: FreshServer;
let redis: FreshServer;
let app: NestFastifyApplication;
let pages: string;

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'duet-pages-'));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>The app</title>');
  writeFileSync(join(pages, 'landing.html'), '<!doctype html><title>The landing page</title>');
  writeFileSync(join(pages, 'landing.html.br'), brotliCompressSync('<!doctype html><title>The landing page</title>'));
  writeFileSync(join(pages, 'landing.de.html'), '<!doctype html><title>Die Landeseite</title>');
  writeFileSync(join(pages, 'privacy.html'), '<!doctype html><title>The privacy page</title>');
  writeFileSync(join(pages, 'assets', 'app-1234.js'), 'export {};');
  writeFileSync(join(pages, 'assets', 'app-1234.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(pages, 'assets', 'app-1234.js.gz'), gzipSync('export {};'));
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  app = await startGateway(gatewaySettings(nats.url, redis.url, { STATIC_DIR: pages, API_DOCS: 'on' }));
});

afterAll(async () => {
  await app.close();
  await Promise.all([nats.stop(), redis.stop()]);
  rmSync(pages, { recursive: true });
});

const ask = (
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: string | object,
  headers: Record<string, string> = {},
) => app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Expects the security headers that every answer carries. */
function expectSecurityHeaders({ headers }: Awaited<ReturnType<typeof ask>>): void {
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
  expect(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1])).toBeGreaterThan(
    180 * 24 * 3600,
  );
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
}

it.each(ROUTES)('answers $method $url with security headers and without caching', async ({ method, url }) => {
  const answer = await ask(method, url);
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expectSecurityHeaders(answer);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('sends the headers of the API for an encoded path too, which reaches the same route', async () => {
  const answer = await ask('GET', '/%61pi/users/profile');
  expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'server-time': expect.stringMatching(/^\d+$/) });
});

const json = { 'content-type': 'application/json' };

interface Request {
  what: string;
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT';
  url: string;
  status?: number;
  payload?: string;
  headers?: Record<string, string>;
}

const LOGIN = { method: 'POST', url: '/api/auth/login' } as const;

const REQUESTS: Request[] = [
  { what: 'the page', url: '/', status: 200 },
  { what: 'a path inside the app', url: '/settings', status: 200 },
  { what: 'the page without its body', method: 'HEAD', url: '/', status: 200 },
  { what: 'an asset', url: '/assets/app-1234.js', status: 200 },
  { what: 'a missing asset', url: '/assets/app-0000.js', status: 404 },
  { what: 'a path outside the pages folder', url: '/assets/..%2f..%2f..%2fetc%2fpasswd' },
  { what: 'a URL that cannot be decoded', url: '/%E0%A4%A', status: 404 },
  { what: 'an unknown route', url: '/api/nothing', status: 404 },
  { what: 'an unsupported method', method: 'PUT', url: '/api/auth/login' },
  { what: 'an OPTIONS request', method: 'OPTIONS', url: '/api/auth/login' },
  { what: 'broken JSON', ...LOGIN, status: 400, payload: '{"email":', headers: json },
  {
    what: 'a body that is too large',
    ...LOGIN,
    status: 413,
    payload: JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(300_000) }),
    headers: json,
  },
  {
    what: 'a body that is not JSON',
    ...LOGIN,
    status: 415,
    payload: 'email=a',
    headers: { 'content-type': 'text/plain' },
  },
  { what: 'a missing field', ...LOGIN, status: 400, payload: '{}', headers: json },
  { what: 'a caller without a session', url: '/api/users/profile', status: 401 },
  {
    what: 'an unavailable service',
    ...LOGIN,
    status: 503,
    payload: '{"email":"a@b.co","password":"x"}',
    headers: json,
  },
  { what: 'a picture while media is unavailable', url: `/api/media/avatars/${'a'.repeat(32)}/128.webp` },
  { what: 'a socket handshake', url: '/socket.io/?EIO=4&transport=polling', status: 503 },
];

it.each(REQUESTS)('answers $what with security headers', async ({ method = 'GET', url, status, payload, headers }) => {
  const answer = await ask(method, url, payload, headers);
  if (status !== undefined) expect(answer.statusCode).toBe(status);
  expectSecurityHeaders(answer);
  if (url.startsWith('/api')) expect(answer.headers['cache-control']).toBe('no-store');
});

it('answers a rate-limited call with security headers and Retry-After', async () => {
  const wrong = () => ask('POST', '/api/auth/login', { email: 'often@example.org', password: 'x' });
  let answer = await wrong();
  for (let n = 0; n < 20 && answer.statusCode !== 429; n += 1) answer = await wrong();
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expectSecurityHeaders(answer);
});

it.each([
  ['/', 'The landing page'],
  ['/?invite=ABCD2345', 'The landing page'],
  ['/privacy', 'The privacy page'],
  ['/login', 'The app'],
  ['/privacy/more', 'The app'],
])('serves %s from the page that was written for it: %s', async (url, title) => {
  const answer = await ask('GET', url);
  expect(answer.body).toContain(`<title>${title}</title>`);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

it.each([
  ['/', 'de-AT, en;q=0.5', 'de'],
  ['/', 'fr, pt;q=0.9', 'en'],
  ['/', '*', 'en'],
  ['/?lang=de', 'en', 'de'],
  ['/?lang=en', 'de', 'en'],
  ['/?lang=../../etc/passwd', 'de', 'en'],
  ['/?lang=de&lang=es', 'de', 'de'],
])('writes %s to a reader of %s in %s', async (url, accepted, language) => {
  const answer = await ask('GET', url, undefined, { 'accept-language': accepted });
  expect(answer.body).toContain(language === 'de' ? 'Die Landeseite' : 'The landing page');
  expect(answer.headers).toMatchObject({
    'content-language': language,
    vary: expect.stringContaining('accept-language'),
  });
});

it.each([
  ['/anna.berg', 'text/html,application/xhtml+xml,*/*;q=0.8', 200, '<title>The app</title>'],
  ['/assets/app-0000.js', 'text/html', 200, '<title>The app</title>'],
  ['/assets/app-0000.js', '*/*', 404, '"NOT_FOUND"'],
  ['/assets/app-1234.js', 'text/html', 200, 'export {};'],
  ['/api/anna.berg', 'text/html', 404, '"NOT_FOUND"'],
])('answers %s to what accepts %s with %i', async (url, accept, status, words) => {
  const answer = await ask('GET', url, undefined, { accept });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(words);
});

it('serves a written page compressed', async () => {
  const answer = await ask('GET', '/', undefined, { 'accept-encoding': 'br' });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': expect.stringContaining('html') });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('The landing page');
});

it('caches assets forever and revalidates the page', async () => {
  expect((await ask('GET', '/assets/app-1234.js')).headers['cache-control']).toContain('immutable');
  expect((await ask('GET', '/')).headers['cache-control']).toBe('no-cache');
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('serves an asset as %s to a browser that accepts it', async (encoding, expand) => {
  const answer = await ask('GET', '/assets/app-1234.js', undefined, { 'accept-encoding': encoding });
  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': expect.stringContaining('javascript'),
    'cache-control': expect.stringContaining('immutable'),
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(expand(answer.rawPayload).toString()).toBe('export {};');
  expect((await ask('GET', '/assets/app-1234.js')).body).toBe('export {};');
});
