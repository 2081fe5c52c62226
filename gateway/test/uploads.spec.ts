import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ERRORS, type MessageView, type SentMessage, type StagedUpload } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { v5 as derived } from 'uuid';
import {
  type MediaHandler,
  type MessagingState,
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
let url: string;
let messaging: MessagingState;
let handle: MediaHandler;
/** The ids of the files that media was asked to discard. */
let discarded: string[];

beforeAll(async () => {
  edge = await startUploadEdge((request, response) => handle(request, response));
  ({ url, messaging } = edge);
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
