import 'reflect-metadata';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ERRORS, LIMITS } from '@duet/contracts';
import { ACCESS_TOKEN, createLogger } from '@duet/service-kit';
import { type FreshServer, freshNats, freshRedis } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import jwt from 'jsonwebtoken';
import { createGateway } from '../src/create-gateway.js';
import { RateLimits } from '../src/limits/rate-limits.js';
import { LOAD_AVATAR } from '../src/media/avatars.controller.js';
import { MediaClient } from '../src/media/media-client.js';
import { OpenTransfers } from '../src/media/open-transfers.js';
import { fakePeers } from './call-log.js';
import { spend } from './edge.js';
import { gatewaySettings } from './settings.js';

const KEY = '0123456789abcdef0123456789abcdef';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'test' }] });

const token = (): string =>
  jwt.sign({ sid: randomUUID() }, privateKey, {
    algorithm: ACCESS_TOKEN.algorithm,
    header: { alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type, kid: 'test' },
    subject: randomUUID(),
    issuer: ACCESS_TOKEN.issuer,
    audience: ACCESS_TOKEN.audience,
    expiresIn: 900,
  });

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

let nats: FreshServer;
let redis: FreshServer;
let media: Server;
let peers: INestMicroservice;
let app: NestFastifyApplication;
let url: string;
/** The fake media's request handler for the current test. */
let handle: Handle;

const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  media = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  ({ app: peers } = await fakePeers()(nats.url, keys));
  app = await createGateway(
    gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys, MEDIA_URL: `http://127.0.0.1:${portOf(media)}` }),
  );
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${portOf(app.getHttpServer())}`;
});

afterAll(async () => {
  await app.close();
  await peers.close();
  media.closeAllConnections();
  await new Promise((resolve) => media.close(resolve));
  await Promise.all([nats.stop(), redis.stop()]);
});

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const refusal = (code: keyof typeof ERRORS) => ({
  success: false,
  code,
  message: ERRORS[code].message,
  requestId: 'of-media',
});

function upload(bytes: number, headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.append('avatar', new Blob([new Uint8Array(bytes)]), 'me.png');
  return fetch(`${url}/api/users/avatar`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token()}`, ...headers },
  });
}

/** A raw upload that announces more bytes than it sends. */
function startUpload(port = portOf(app.getHttpServer())): {
  socket: ReturnType<typeof connect>;
  answer: Promise<string>;
} {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/users/avatar HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\n`,
  );
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).once('close', () => resolve(text));
  });
  return { socket, answer };
}

describe('an avatar upload', () => {
  it('streams the body with the token and the request id and no other header of the caller', async () => {
    let seen: IncomingMessage | undefined;
    let bytes = 0;
    handle = (request, response) => {
      seen = request;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.once('end', () =>
        json(response, 200, { success: true, data: { avatar: `/api/media/avatars/${KEY}/512.webp`, version: 3 } }),
      );
    };
    const response = await upload(1_000_000, {
      cookie: 'a=b',
      'x-user-id': 'forged',
      'x-request-id': 'request-of-mine',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      data: { avatar: `/api/media/avatars/${KEY}/512.webp`, version: 3 },
    });
    expect(seen).toMatchObject({ method: 'POST', url: '/avatars' });
    expect(bytes).toBe(Number(seen?.headers['content-length']));
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(seen?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer /),
      'x-request-id': 'request-of-mine',
    });
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(seen?.headers).not.toHaveProperty('x-user-id');
  });

  it('forwards the first bytes before the rest arrives', async () => {
    const first = new Promise<string>((resolve) => {
      handle = (request) => void request.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    const { socket } = startUpload();
    expect(await first).toBe('--x\r\n');
    socket.destroy();
  });

  it('is aborted when the client disconnects', async () => {
    const gone = new Promise<boolean>((resolve) => {
      handle = (request) => {
        request.once('data', () => socket.destroy());
        request.on('error', () => undefined).once('close', () => resolve(request.complete));
      };
    });
    const { socket } = startUpload();
    expect(await gone).toBe(false);
  });

  it('is answered with 504 on a closed connection when the sender stalls', async () => {
    const client = new MediaClient(
      `http://127.0.0.1:${portOf(media)}`,
      createLogger('test', 'silent'),
      app.get(OpenTransfers),
      300,
    );
    const edge = fastify();
    edge.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    edge.post('/api/users/avatar', (request, reply) =>
      client
        .uploadAvatar(request, reply)
        .catch((cause: { status: number; code: string }) => reply.code(cause.status).send(cause.code)),
    );
    await edge.listen({ port: 0, host: '127.0.0.1' });
    const gone = new Promise<boolean>((resolve) => {
      handle = (request) =>
        void request
          .resume()
          .on('error', () => undefined)
          .once('close', () => resolve(request.complete));
    });
    const answer = await startUpload(portOf(edge.server)).answer;
    expect(answer).toMatch(/^HTTP\/1\.1 504 [^]*connection: close[^]*TIMEOUT$/i);
    expect(await gone).toBe(false);
    await edge.close();
    await client.onApplicationShutdown();
  });

  it('passes on a refusal that arrives before the body is complete', async () => {
    handle = (_request, response) => json(response, 415, refusal('AVATAR_TYPE_UNSUPPORTED'));
    const response = await upload(4_000_000);
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      code: 'AVATAR_TYPE_UNSUPPORTED',
      message: ERRORS.AVATAR_TYPE_UNSUPPORTED.message,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is refused by its Content-Length without asking media', async () => {
    handle = () => {
      throw new Error('media was asked');
    };
    const response = await upload(3 * LIMITS.avatarBytes);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'AVATAR_TOO_LARGE' });
  });

  it('may take longer than the deadline of other calls', async () => {
    handle = (request, response) => {
      request
        .resume()
        .once('end', () =>
          setTimeout(
            () => json(response, 200, { success: true, data: { avatar: null, version: 1 } }),
            LIMITS.gatewayDeadline + 500,
          ),
        );
    };
    expect((await upload(1_000)).status).toBe(200);
  });

  it('is answered with 503 when media disconnects and with 415 when it is not a form', async () => {
    handle = (request) => void request.socket.destroy();
    expect((await upload(1_000)).status).toBe(503);
    const response = await fetch(`${url}/api/users/avatar`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(415);
  });

  it('needs a session, as does a removal', async () => {
    handle = () => {
      throw new Error('media was asked');
    };
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(2_000_000)]), 'me.png');
    expect((await fetch(`${url}/api/users/avatar`, { method: 'POST', body: form })).status).toBe(401);
    expect((await fetch(`${url}/api/users/avatar`, { method: 'DELETE' })).status).toBe(401);
  });

  it('can be removed again', async () => {
    handle = (request, response) =>
      json(response, request.method === 'DELETE' ? 200 : 404, { success: true, data: { avatar: null, version: 4 } });
    const response = await fetch(`${url}/api/users/avatar`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token()}` },
    });
    expect(await response.json()).toEqual({ success: true, data: { avatar: null, version: 4 } });
  });
});

describe('an avatar download', () => {
  const get = (path: string) => fetch(`${url}/api/media/avatars/${path}`);

  it('needs no session, is cached forever and copies only the headers of a picture', async () => {
    handle = (request, response) => {
      expect(request.url).toBe(`/avatars/${KEY}/128.webp`);
      expect(request.headers).not.toHaveProperty('authorization');
      response.writeHead(200, {
        'content-type': 'image/webp',
        'content-length': '4',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-powered-by': 'media',
      });
      response.end('webp');
    };
    const response = await get(`${KEY}/128.webp`);
    expect(await response.text()).toBe('webp');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '4',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  it('of a missing picture is answered with 404 that is not cached', async () => {
    handle = (_request, response) => json(response, 404, refusal('NOT_FOUND'));
    const response = await get(`${KEY}/512.webp`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });

  it.each([
    `${KEY}/64.webp`,
    `${KEY}/512.png`,
    `${KEY.slice(1)}/512.webp`,
    '..%2Freadyz/512.webp',
    `${KEY}%2F..%2F/512.webp`,
  ])('of %s is refused without asking media', async (path) => {
    handle = () => {
      throw new Error('media was asked');
    };
    expect((await get(path)).status).toBe(404);
  });

  it('is limited by address', async () => {
    handle = (_request, response) => void response.writeHead(200, { 'content-length': '4' }).end('webp');
    const from = (ip: string) => app.inject({ url: `/api/media/avatars/${KEY}/128.webp`, remoteAddress: ip });
    await spend(app.get(RateLimits), LOAD_AVATAR, { ip: '192.0.2.7' }, 2_999);
    expect((await from('192.0.2.7')).statusCode).toBe(200);
    const refused = await from('192.0.2.7');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('192.0.2.8')).statusCode).toBe(200);
  });

  it('fails when media sends only half of the picture', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': '1000' });
      response.write('half', () => response.destroy());
    };
    await expect(get(`${KEY}/512.webp`).then((response) => response.arrayBuffer())).rejects.toThrow();
  });
});
