import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { ERRORS, LIMITS, type MessageView, type SentMessage, type StagedUpload } from '@duet/contracts';
import { AppError, Revocations } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v5 as derived } from 'uuid';
import { RateLimits } from '../src/limits/rate-limits.js';
import {
  type MediaHandler,
  type MessagingState,
  type Session,
  type UploadEdge,
  aSession,
  bearerOf,
  json,
  messageOf,
  staged,
  startUploadEdge,
  upload,
} from './upload-edge.js';

const { authorization } = bearerOf(aSession());

/** The platform's promise: every call is answered within this time, in milliseconds. */
const PROMISED_ANSWER = 10_000;

let edge: UploadEdge;
let app: NestFastifyApplication;
let url: string;
let messaging: MessagingState;
let handle: MediaHandler;
/** The ids of the files that media was asked to discard. */
let discarded: string[];

beforeAll(async () => {
  edge = await startUploadEdge((request, response) => handle(request, response));
  ({ app, url, messaging } = edge);
});

afterAll(() => edge.stop());

beforeEach(() => {
  messaging.media = [];
  messaging.answer = (dto) => ({ message: messageOf(dto), repeated: false });
  discarded = [];
});

/** Makes media answer every upload with this. */
function answerUploadsWith(upload: StagedUpload): void {
  handle = (request, response) => {
    let body = '';
    request
      .on('data', (chunk: Buffer) => (body += chunk.toString()))
      .once('end', () => {
        if (request.url !== '/attachments/discard') return json(response, upload);
        discarded.push(...(JSON.parse(body) as { ids: string[] }).ids);
        json(response, {});
      });
  };
}

async function post(path: string, field: string, names: readonly string[] = ['a.txt']) {
  const form = new FormData();
  for (const name of names) form.append(field, new Blob(['x']), name);
  const response = await fetch(`${url}/api/messages/${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    body: (await response.json()) as { code?: string; data?: { messages?: MessageView[]; message?: MessageView } },
  };
}

describe('an upload', () => {
  it('becomes messages in the order of its files, with ids that a retry repeats', async () => {
    const clientMessageId = randomUUID();
    const given = { ...upload(clientMessageId), content: 'Look' };
    answerUploadsWith(given);
    const { status, body } = await post('upload', 'files');
    expect(status).toBe(201);
    expect(body.data?.messages?.map(({ messageType }) => messageType)).toEqual(['image', 'file']);
    expect(
      messaging.media.map(({ clientMessageId: id, replyTo, chatId, content, attachments }) => ({
        id,
        replyTo,
        content,
        chatId,
        files: attachments.length,
      })),
    ).toEqual([
      { id: clientMessageId, replyTo: given.replyTo, content: 'Look', chatId: given.chatId, files: 2 },
      { id: derived('1', clientMessageId), replyTo: undefined, content: undefined, chatId: given.chatId, files: 1 },
    ]);
    expect(discarded).toEqual([]);
  });

  it('that is repeated creates no message, and its second copies are discarded', async () => {
    const given = upload(randomUUID());
    answerUploadsWith(given);
    messaging.answer = (dto) => ({ message: { ...messageOf(dto), attachments: [] }, repeated: true });
    expect((await post('upload', 'files')).status).toBe(200);
    expect(discarded.toSorted()).toEqual(
      given.messages.flatMap(({ attachments }) => attachments.map(({ id }) => id)).toSorted(),
    );
  });

  it('is discarded when messaging refuses it, but not when it may have been stored', async () => {
    const given = upload();
    answerUploadsWith(given);
    messaging.answer = () => {
      throw new AppError('NO_PARTNER');
    };
    expect(await post('upload', 'files')).toMatchObject({ status: 403, body: { code: 'NO_PARTNER' } });
    expect(discarded).toHaveLength(3);
    discarded = [];
    messaging.answer = () => {
      throw new AppError('UNAVAILABLE');
    };
    expect(await post('upload', 'files')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(discarded).toEqual([]);
  });

  it(
    'is answered within the promised time while messaging is silent, also when media was slow',
    async () => {
      handle = (request, response) =>
        void request.resume().once('end', () => setTimeout(() => json(response, upload()), 6_000));
      const silent = Promise.withResolvers<SentMessage>();
      messaging.answer = () => silent.promise;
      expect(await post('upload', 'files')).toMatchObject({ status: 504, body: { code: 'TIMEOUT' } });
      silent.reject(new AppError('UNAVAILABLE'));
    },
    PROMISED_ANSWER,
  );

  it.each([
    ['none of one file', ['a.txt'], []],
    ['one of two files', ['a.txt', 'b.txt'], [{ messageType: 'file' as const, attachments: [staged('file')] }]],
  ])('fails with 503 and is discarded when media stages %s', async (_what, names, messages) => {
    answerUploadsWith({ chatId: randomUUID(), messages });
    expect(await post('upload', 'files', names)).toMatchObject({
      status: 503,
      retryAfter: expect.any(Number),
      body: { code: 'UNAVAILABLE' },
    });
    expect(messaging.media).toEqual([]);
    expect(discarded).toEqual(messages.flatMap(({ attachments }) => attachments.map(({ id }) => id)));
  });

  it('passes on the Retry-After of media', async () => {
    handle = (request, response) =>
      void request
        .resume()
        .once('end', () =>
          response
            .writeHead(503, { 'content-type': 'application/json', 'retry-after': '17' })
            .end(JSON.stringify({ success: false, code: 'UNAVAILABLE', message: '' })),
        );
    expect(await post('upload', 'files')).toMatchObject({ status: 503, retryAfter: 17, body: { code: 'UNAVAILABLE' } });
  });

  it.each([
    ['a file name of 75,000 dots', ['.'.repeat(75_000)]],
    ['forty files', Array.from({ length: 40 }, (_, index) => `${index}.txt`)],
  ])('with %s is refused without calling messaging', async (_what, names) => {
    answerUploadsWith(upload());
    expect(await post('upload', 'files', names)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(messaging.media).toEqual([]);
  });

  it('of a voice note is answered with one message', async () => {
    answerUploadsWith({ chatId: randomUUID(), messages: [{ messageType: 'voice', attachments: [staged('voice')] }] });
    const { status, body } = await post('voice', 'voice');
    expect([status, body.data?.message?.messageType]).toEqual([201, 'voice']);
  });

  it('that media refuses is not sent to messaging', async () => {
    handle = (request, response) =>
      void request
        .resume()
        .once('end', () =>
          response
            .writeHead(413, { 'content-type': 'application/json' })
            .end(JSON.stringify({ success: false, code: 'QUOTA_EXCEEDED', message: ERRORS.QUOTA_EXCEEDED.message })),
        );
    expect(await post('upload', 'files')).toMatchObject({
      status: 413,
      body: { code: 'QUOTA_EXCEEDED', message: ERRORS.QUOTA_EXCEEDED.message },
    });
    expect(messaging.media).toEqual([]);
  });
});

const revoke: UploadEdge['revoke'] = (own) => edge.revoke(own);

/** Revokes a session. @returns once the gateway knows */
async function revokeAndWait(own: Session): Promise<void> {
  revoke(own);
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
    revoke(own);
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
  /** What one person may have under way at a time. */
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
