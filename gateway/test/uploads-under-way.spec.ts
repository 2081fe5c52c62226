import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { LIMITS } from '@duet/contracts';
import { Revocations } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RateLimits } from '../src/limits/rate-limits.js';
import {
  type MediaHandler,
  type MessagingState,
  type Session,
  type UploadEdge,
  aSession,
  bearerOf,
  json,
  staged,
  startUploadEdge,
  upload,
} from './upload-edge.js';

let edge: UploadEdge;
let app: NestFastifyApplication;
let url: string;
let messaging: MessagingState;
let handle: MediaHandler;

beforeAll(async () => {
  edge = await startUploadEdge((request, response) => handle(request, response));
  ({ app, url, messaging } = edge);
});

afterAll(() => edge.stop());

beforeEach(() => {
  messaging.media = [];
});

/** Revokes a session. @returns once the gateway knows */
async function revokeAndWait(own: Session): Promise<void> {
  edge.revoke(own);
  await eventually(() => expect(app.get(Revocations).isRevoked(own.sessionId)).toBe(true));
}

const send = (path: string, own: Session) => {
  const form = new FormData();
  form.append('files', new Blob(['x']), 'a.txt');
  return fetch(`${url}${path}`, { method: 'POST', body: form, headers: bearerOf(own) });
};

describe('the upload of a session that is revoked meanwhile', () => {
  it.each(['/api/messages/upload', '/api/users/avatar'])('to %s ends before its body has arrived', async (path) => {
    const own = aSession();
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
    handle = (incoming) =>
      void incoming
        .on('data', () => begun.resolve())
        .on('error', () => undefined)
        .once('close', () => ended.resolve(incoming.complete));
    const sending = request(`${url}${path}`, {
      method: 'POST',
      headers: {
        ...bearerOf(own),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 100_000,
      },
    });
    const answer = once(sending, 'response');
    sending.on('error', () => undefined).write('--x\r\n');
    await begun.promise;
    edge.revoke(own);
    expect(await ended.promise).toBe(false);
    const [response] = (await answer) as [IncomingMessage];
    expect([response.statusCode, response.headers.connection]).toEqual([401, 'close']);
    sending.destroy();
    expect(messaging.media).toEqual([]);
  });

  it('becomes no message, although media has staged its files', async () => {
    const own = aSession();
    handle = (incoming, response) =>
      void incoming.resume().once('end', async () => {
        await revokeAndWait(own);
        json(response, upload());
      });
    expect((await send('/api/messages/upload', own)).status).toBe(401);
    expect(messaging.media).toEqual([]);
  });

  it.each(['/api/messages/upload', `/api/capsules/${randomUUID()}/contributions`])(
    'to %s takes no effect when the answer of media has begun already',
    async (path) => {
      const own = aSession();
      handle = (incoming, response) => {
        if (incoming.url === '/attachments/discard') return json(response, {});
        incoming.resume().once('end', async () => {
          response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
          await revokeAndWait(own);
          response.end(JSON.stringify({ success: true, data: { ...upload(), files: [staged('file')], fields: {} } }));
        });
      };
      expect((await send(path, own)).status).toBe(401);
      expect(messaging.media).toEqual([]);
    },
  );

  it('does not reach media when the revocation comes between the guard and the upload', async () => {
    const own = aSession();
    let asked = 0;
    handle = (_request, response) => {
      asked += 1;
      json(response, upload());
    };
    const limits = app.get(RateLimits);
    const consume = limits.consume.bind(limits);
    jest.spyOn(limits, 'consume').mockImplementationOnce(async (limit, call) => {
      await revokeAndWait(own);
      await consume(limit, call);
    });
    const { status, headers } = await send('/api/messages/upload', own);
    expect([status, headers.get('connection')]).toEqual([401, 'close']);
    expect([asked, messaging.media]).toEqual([0, []]);
  });
});

describe('uploads under way', () => {
  const BOUNDARY = 'multipart/form-data; boundary=x';
  const PART = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.bin"\r\n\r\n';
  /** The uploads of one person that may be under way at a time. */
  const AT_ONCE = 12;

  /** Begins an upload that sends no more than its first part until `end`. */
  function begin(own: Session, path: string, size?: number) {
    const sending = request(`${url}${path}`, {
      method: 'POST',
      headers: { ...bearerOf(own), 'content-type': BOUNDARY, ...(size !== undefined && { 'content-length': size }) },
    });
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
    answer.catch(() => undefined);
    sending.on('error', () => undefined).write(PART);
    return { sending, answer };
  }

  const bodyOf = async (response: IncomingMessage): Promise<unknown> =>
    JSON.parse(Buffer.concat(await response.toArray()).toString());

  it('of one person are limited, whatever their sessions, and one that ends makes room', async () => {
    const [own, other] = [aSession(), aSession()];
    const atMedia = new Set<IncomingMessage>();
    handle = (incoming, response) => {
      atMedia.add(incoming);
      incoming
        .on('error', () => undefined)
        .once('end', () => json(response, upload()))
        .once('close', () => atMedia.delete(incoming))
        .resume();
    };
    const slow = Array.from({ length: AT_ONCE }, (_, index) =>
      begin(
        { ...own, sessionId: index % 2 === 0 ? own.sessionId : randomUUID() },
        index % 3 === 0 ? '/api/users/avatar' : '/api/messages/upload',
        100_000,
      ),
    );
    await eventually(() => expect(atMedia.size).toBe(AT_ONCE));
    for (const path of ['/api/messages/upload', '/api/users/avatar', `/api/capsules/${randomUUID()}/contributions`]) {
      const refused = await send(path, own);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
    }
    expect((await send('/api/messages/upload', other)).status).toBe(201);
    slow[0]?.sending.destroy();
    await eventually(async () => expect((await send('/api/messages/upload', own)).status).toBe(201));
    for (const { sending } of slow) sending.destroy();
    await eventually(() => expect(atMedia.size).toBe(0));
  });

  it.each([
    ['/api/users/avatar', LIMITS.avatarBytes, 'AVATAR_TOO_LARGE'],
    ['/api/messages/upload', 2 * LIMITS.filesPerUpload * LIMITS.fileBytes, 'PAYLOAD_TOO_LARGE'],
  ])('to %s without an announced size end beyond the largest one', async (path, largest, code) => {
    const ended = Promise.withResolvers<{ bytes: number; complete: boolean }>();
    handle = (incoming) => {
      let bytes = 0;
      incoming
        .on('data', (chunk: Buffer) => (bytes += chunk.length))
        .on('error', () => undefined)
        .once('close', () => ended.resolve({ bytes, complete: incoming.complete }));
    };
    const { sending, answer } = begin(aSession(), path);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent <= largest; sent += chunk.length) if (!sending.write(chunk)) await once(sending, 'drain');
    const [response] = await answer;
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    expect(await bodyOf(response)).toMatchObject({ code });
    const { bytes, complete } = await ended.promise;
    expect(complete).toBe(false);
    // The framing around a picture, and the chunk that exceeds the limit.
    expect(bytes).toBeLessThanOrEqual(largest + 256 * 1024);
    sending.destroy();
  });
});
