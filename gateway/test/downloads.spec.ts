import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server } from 'node:http';
import { sessionAlias } from '@duet/service-kit';
import { type FreshServer, accessToken, eventually, exportLink, freshNats, restitutionLink } from '@duet/testing';
import { fakePeers } from './call-log.js';
import { startGateway } from './edge.js';
import { gatewaySettings } from './settings.js';
import {
  type MediaHandler,
  type Session,
  type UploadEdge,
  aSession,
  bearerOf,
  keys,
  portOf,
  startUploadEdge,
} from './upload-edge.js';

const session = aSession();
const { authorization } = bearerOf(session);

let edge: UploadEdge;
let media: Server;
let redis: FreshServer;
let url: string;
let handle: MediaHandler;

beforeAll(async () => {
  edge = await startUploadEdge((request, response) => handle(request, response));
  ({ media, redis, url } = edge);
});

afterAll(() => edge.stop());

const revoke: UploadEdge['revoke'] = (own) => edge.revoke(own);

const LONG_DOWNLOADS: Record<string, (own: Session) => Promise<Response>> = {
  'the copy of a capsule': (own) => fetch(`${url}/api/capsules/${randomUUID()}/archive`, { headers: bearerOf(own) }),
  'an export': ({ sessionId }) =>
    fetch(`${url}/api/media/exports/${exportLink(keys, randomUUID(), 60, sessionAlias(sessionId))}`),
  'a restitution': ({ userId, sessionId }) => {
    const link = restitutionLink(keys, { userId, sessionId: sessionAlias(sessionId) }, randomUUID());
    return fetch(`${url}/api/media/restitutions/${link}`);
  },
};

describe.each(Object.entries(LONG_DOWNLOADS))('%s', (_name, download) => {
  it('breaks off when its session is revoked', async () => {
    const own = aSession();
    const gone = Promise.withResolvers<void>();
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      const writing = setInterval(() => response.write('PK'), 100);
      response.once('close', () => {
        clearInterval(writing);
        gone.resolve();
      });
    };
    const response = await download(own);
    expect(response.status).toBe(200);
    revoke(own);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await gone.promise;
  });

  it('is answered with 401 when its session is revoked before media answers', async () => {
    const own = aSession();
    handle = () => revoke(own);
    expect((await download(own)).status).toBe(401);
  });
});

describe('a download', () => {
  const id = randomUUID();
  const query = (named = sessionAlias(session.sessionId)) => `u=${session.userId}&s=${named}&e=99&h=abc`;

  it('passes range headers to media and file headers back', async () => {
    let seen: IncomingMessage | undefined;
    handle = (request, response) => {
      seen = request;
      response
        .writeHead(206, {
          'content-type': 'video/mp4',
          'content-length': '3',
          'content-range': 'bytes 2-4/10',
          'accept-ranges': 'bytes',
          etag: '"e"',
          'cache-control': 'private, max-age=60',
          'content-disposition': 'inline',
          'x-inner': 'secret',
        })
        .end('234');
    };
    const response = await fetch(`${url}/api/media/attachments/${id}/original?${query()}`, {
      headers: { range: 'bytes=2-4', 'if-range': '"e"', cookie: 'a=b' },
    });
    expect([response.status, await response.text()]).toEqual([206, '234']);
    expect(seen?.url).toBe(`/attachments/${id}/original?${query()}`);
    expect(seen?.headers).toMatchObject({ range: 'bytes=2-4', 'if-range': '"e"' });
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-range': 'bytes 2-4/10',
      etag: '"e"',
      'cache-control': 'private, max-age=60',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers.get('x-inner')).toBeNull();
  });

  it.each([
    [304, ''],
    [416, ''],
  ] as const)('passes on a %i without a body', async (status, body) => {
    handle = (_request, response) =>
      void response.writeHead(status, { etag: '"e"', 'content-range': 'bytes */10' }).end();
    const response = await fetch(`${url}/api/media/attachments/${id}/original`, { headers: { authorization } });
    expect([response.status, await response.text()]).toEqual([status, body]);
  });

  it('needs a session or a signed link, which ends with its session', async () => {
    handle = (_request, response) => void response.writeHead(200, { 'content-length': '1' }).end('x');
    const get = (path: string) => fetch(`${url}/api/media/attachments/${id}/${path}`);
    expect((await get('original')).status).toBe(401);
    expect((await get('poster?s=x')).status).not.toBe(200);
    expect((await get(`original?${query()}`)).status).toBe(200);
    revoke(session);
    await eventually(async () => expect((await get(`original?${query()}`)).status).toBe(401));
    // The links of the build before have the id itself.
    expect((await get(`original?${query(session.sessionId)}`)).status).toBe(401);
  });

  it('waits until the gateway knows which sessions have ended', async () => {
    handle = (_request, response) => void response.writeHead(200, { 'content-length': '1' }).end('x');
    const bus = await freshNats();
    const settings = { JWT_PUBLIC_KEYS: keys.publicKeys, MEDIA_URL: `http://127.0.0.1:${portOf(media)}` };
    const gateway = await startGateway(gatewaySettings(bus.url, redis.url, settings));
    const statusOf = async (path: string, headers = {}): Promise<number> =>
      (await gateway.inject({ url: `/api/media/attachments/${id}/${path}`, headers })).statusCode;
    const other = { userId: randomUUID(), sessionId: randomUUID() };
    const download = () => statusOf('original', { authorization: `Bearer ${accessToken(keys, other)}` });
    expect(await download()).toBe(503);
    expect(await statusOf(`original?${query()}`)).toBe(503);
    const { app: auth } = await fakePeers()(bus.url, keys.publicKeys);
    await eventually(async () => expect(await download()).toBe(200));
    await Promise.all([gateway.close(), auth.close()]);
    await bus.stop();
  });
});
