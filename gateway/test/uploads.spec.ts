import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Call,
  ERRORS,
  type MessageView,
  SendMediaDto,
  type SentMessage,
  type StagedUpload,
  sendMedia,
  sessionRevoked,
} from '@duet/contracts';
import {
  AppError,
  BaseConfig,
  KitModule,
  LivePush,
  Revocations,
  Rpc,
  createService,
  sessionAlias,
} from '@duet/service-kit';
import {
  type FreshServer,
  accessToken,
  eventually,
  freshNats,
  freshRedis,
  processSettings,
  testKeys,
} from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v5 as derived } from 'uuid';
import { createGateway } from '../src/create-gateway.js';
import { RateLimits } from '../src/limits/rate-limits.js';
import { ANSWERS } from './message-peers.js';
import { fakePeers } from './call-log.js';
import { startGateway } from './edge.js';
import { NoRevocations } from './no-revocations.js';
import { gatewaySettings } from './settings.js';

const keys = testKeys();
const session = { userId: randomUUID(), sessionId: randomUUID() };
const authorization = `Bearer ${accessToken(keys, session)}`;

/** The platform's promise: every call is answered within this time, in milliseconds. */
const PROMISED_ANSWER = 10_000;

/** The messages that the fake messaging received, and its answer. */
class MessagingState {
  media: SendMediaDto[] = [];
  answer: (dto: SendMediaDto) => SentMessage | Promise<SentMessage> = (dto) => ({
    message: messageOf(dto),
    repeated: false,
  });
}

const messageOf = ({ clientMessageId, attachments, messageType }: SendMediaDto): MessageView => ({
  ...ANSWERS.message,
  clientMessageId,
  messageType,
  attachments: attachments.map(({ id, kind, filename, size, mimeType }) => ({
    id,
    kind,
    filename,
    size,
    mimeType,
    url: `/api/media/attachments/${id}/original`,
  })),
});

@Controller()
class MessagingPeer {
  constructor(@Inject(MessagingState) private readonly state: MessagingState) {}

  @Rpc(sendMedia) async send(_call: Call<'user'>, dto: SendMediaDto): Promise<SentMessage> {
    this.state.media.push(dto);
    return this.state.answer(dto);
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

let nats: FreshServer;
let redis: FreshServer;
let media: Server;
let peer: INestMicroservice;
let app: NestFastifyApplication;
let url: string;
let messaging: MessagingState;
let handle: Handle;
/** The ids of the files that media was asked to discard. */
let discarded: string[];

const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  media = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  const config = Object.assign(new BaseConfig(), processSettings(nats.url, keys.publicKeys));
  messaging = new MessagingState();
  @Module({
    imports: [KitModule.forRoot({ process: 'peers' }, config)],
    controllers: [NoRevocations, MessagingPeer],
    providers: [{ provide: MessagingState, useValue: messaging }],
  })
  class Peers {}
  peer = await createService(Peers, 'peers', config);
  await peer.listen();
  app = await createGateway(
    gatewaySettings(nats.url, redis.url, {
      JWT_PUBLIC_KEYS: keys.publicKeys,
      MEDIA_URL: `http://127.0.0.1:${portOf(media)}`,
    }),
  );
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${portOf(app.getHttpServer())}`;
});

afterAll(async () => {
  await app.close();
  await peer.close();
  media.closeAllConnections();
  await new Promise((resolve) => media.close(resolve));
  await Promise.all([nats.stop(), redis.stop()]);
});

beforeEach(() => {
  messaging.media = [];
  messaging.answer = (dto) => ({ message: messageOf(dto), repeated: false });
  discarded = [];
});

const json = (response: ServerResponse, body: object): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: true, data: body }));

const staged = (kind: 'image' | 'file' | 'voice') => ({
  id: randomUUID(),
  kind,
  filename: 'a',
  size: 1,
  mimeType: 'x/y',
  sha256: 'a'.repeat(64),
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

const upload = (clientMessageId?: string): StagedUpload => ({
  chatId: randomUUID(),
  replyTo: randomUUID(),
  ...(clientMessageId && { clientMessageId }),
  messages: [
    { messageType: 'image', attachments: [staged('image'), staged('image')] },
    { messageType: 'file', attachments: [staged('file')] },
  ],
});

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

const aSession = (): typeof session => ({ userId: randomUUID(), sessionId: randomUUID() });

const bearerOf = (own: typeof session) => ({ authorization: `Bearer ${accessToken(keys, own)}` });

const revoke = ({ sessionId, userId }: typeof session): void =>
  peer.get(LivePush).push(sessionRevoked, { sessionId, userId, revokedAt: new Date().toISOString() });

/** Revokes a session. @returns once the gateway knows */
async function revokeAndWait(own: typeof session): Promise<void> {
  revoke(own);
  await eventually(() => expect(app.get(Revocations).isRevoked(own.sessionId)).toBe(true));
}

const send = (path: string, own: typeof session) => {
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

describe('the copy of a capsule', () => {
  const archive = (headers: Record<string, string>) =>
    fetch(`${url}/api/capsules/${randomUUID()}/archive`, { headers });

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
    const response = await archive(bearerOf(own));
    expect(response.status).toBe(200);
    revoke(own);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await gone.promise;
  });

  it('is answered with 401 when its session is revoked before media answers', async () => {
    const own = aSession();
    handle = () => revoke(own);
    expect((await archive(bearerOf(own))).status).toBe(401);
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
    peer.get(LivePush).push(sessionRevoked, {
      sessionId: session.sessionId,
      userId: session.userId,
      revokedAt: new Date().toISOString(),
    });
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
