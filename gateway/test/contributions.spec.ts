import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  LIMITS,
  type OnThisDayView,
  addContribution,
  allowCapsuleFiles,
  keepMessage,
  planKeeping,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { RateLimits } from '../src/limits/rate-limits.js';
import { spend } from './edge.js';
import { FILE, fileForm, useEntityFiles } from './entity-files.js';
import { CAPSULE, COUPLE, answers, contributionOf } from './entity-peers.js';

const edge = useEntityFiles();
const { media, ask, discarded, revoke, takeCalls } = edge;

afterEach(() => jest.restoreAllMocks());

const copies = () => media.staged.map((file) => ({ ...file, copyOf: randomUUID() }));

describe('a kept message', () => {
  const wish = () => ({ messageId: randomUUID(), clientId: randomUUID() });
  it('gets copies of its files first, and the unused ones are deleted', async () => {
    const fileIds = [randomUUID(), randomUUID()];
    const dto = wish();
    [answers.plan, media.staged] = [{ capsuleId: CAPSULE, fileIds }, copies()];
    answers.stored = ({ attachments = [] }) => contributionOf({ attachments: attachments.slice(1) });
    const { status, data } = await ask('POST', '../from-message', dto);
    expect([status, data?.attachments.map(({ id, file }) => [id, file])]).toEqual([201, [[media.staged[1]?.id, FILE]]]);
    expect(takeCalls()).toEqual([
      [planKeeping.subject, dto],
      [keepMessage.subject, { ...dto, capsuleId: CAPSULE, attachments: media.staged }],
    ]);
    expect(media.asked[0]).toEqual([`/entity-files/capsule/${CAPSULE}/copies`, { ids: fileIds }]);
    expect(discarded()).toEqual({ ids: [media.staged[0]?.id] });
  });

  it('of words, or one that is kept already, asks media for nothing', async () => {
    answers.plan = { capsuleId: null, fileIds: [] };
    const dto = wish();
    expect((await ask('POST', '../from-message', dto)).status).toBe(201);
    expect(takeCalls()).toEqual([
      [planKeeping.subject, dto],
      [keepMessage.subject, dto],
    ]);
    expect(media.asked).toEqual([]);
  });

  it('leaves no copies after a refusal, and is not kept without media', async () => {
    [answers.plan, media.staged] = [{ capsuleId: CAPSULE, fileIds: [randomUUID()] }, copies()];
    answers.stored = () => {
      throw new AppError('CAPSULE_SEALED');
    };
    expect(await ask('POST', '../from-message', wish())).toMatchObject({ code: 'CAPSULE_SEALED' });
    expect(discarded()).toEqual({ ids: media.staged.map(({ id }) => id) });
    takeCalls();
    media.refusing = [`/entity-files/capsule/${CAPSULE}/copies`];
    expect(await ask('POST', '../from-message', wish())).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(takeCalls().map(([subject]) => subject)).toEqual([planKeeping.subject]);
  });
});

describe('a kept message whose session is revoked while its files are copied', () => {
  it('is refused, and its copies are deleted', async () => {
    const [copied, sessionId] = [Promise.withResolvers<void>(), randomUUID()];
    [answers.plan, media.ready] = [{ capsuleId: CAPSULE, fileIds: [randomUUID()] }, copied.promise];
    const wish = { messageId: randomUUID(), clientId: randomUUID() };
    const keeping = ask('POST', '../from-message', wish, randomUUID(), sessionId);
    await eventually(() => expect(media.asked).toHaveLength(1));
    await revoke(sessionId);
    copied.resolve();
    expect(await keeping).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(takeCalls().map(([subject]) => subject)).toEqual([planKeeping.subject]);
    expect(discarded()).toEqual({ ids: media.staged.map(({ id }) => id) });
  });
});

describe('a kept message whose client disconnects while its files are copied', () => {
  it('is kept all the same', async () => {
    const [copied, gone, client] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      new AbortController(),
    ];
    [answers.plan, media.ready] = [{ capsuleId: CAPSULE, fileIds: [randomUUID()] }, copied.promise];
    media.staged = copies();
    edge.app
      .getHttpServer()
      .once('request', (_request: unknown, response: ServerResponse) => response.once('close', gone.resolve));
    const wish = { messageId: randomUUID(), clientId: randomUUID() };
    const keeping = ask('POST', '../from-message', wish, randomUUID(), randomUUID(), client.signal);
    await eventually(() => expect(media.asked).toHaveLength(1));
    client.abort();
    await expect(keeping).rejects.toThrow('aborted');
    await gone.promise;
    copied.resolve();
    const subjects: string[] = [];
    await eventually(() => {
      subjects.push(...takeCalls().map(([subject]) => subject));
      expect(subjects).toEqual([planKeeping.subject, keepMessage.subject]);
    });
    await eventually(() => expect(media.asked.at(-1)?.[0]).toBe('/entity-files/describe'));
    expect(discarded()).toBeUndefined();
  });
});

describe('the keepsake of a story', () => {
  it('is made also where its photos are copied for longer than other calls may take', async () => {
    const copied = Promise.withResolvers<void>();
    [answers.plan, media.ready] = [{ capsuleId: CAPSULE, fileIds: [randomUUID()] }, copied.promise];
    media.staged = copies();
    const deadline = 2_000;
    jest.replaceProperty(LIMITS as { gatewayDeadline: number }, 'gatewayDeadline', deadline);
    const keeping = ask('POST', `stories/sessions/${randomUUID()}/keepsake`);
    await eventually(() => expect(media.asked).toHaveLength(1));
    setTimeout(copied.resolve, deadline + 500);
    expect(await keeping).toMatchObject({ status: 200, data: { capsuleId: CAPSULE } });
    expect(discarded()).toBeUndefined();
  });
});

describe('a form of files', () => {
  it('is stored by media, then by memories, and answered with links', async () => {
    Object.assign(media.fields, {
      text: 'At the sea',
      place: '{"label":"Lisbon","lat":38.72,"lng":-9.14}',
      captions: '["Noon"]',
      visibility: 'surprise',
    });
    const { status, data } = await ask('POST', 'contributions', fileForm());
    expect(status).toBe(201);
    const { clientId } = media.fields;
    expect(takeCalls()).toEqual([
      [
        addContribution.subject,
        {
          id: CAPSULE,
          text: 'At the sea',
          visibility: 'surprise',
          clientId,
          place: { label: 'Lisbon', lat: 38.72, lng: -9.14 },
          attachments: [{ ...media.staged[0], caption: 'Noon' }, media.staged[1]],
        },
      ],
    ]);
    expect(data?.attachments).toMatchObject([
      { caption: 'Noon', file: FILE },
      { caption: '', file: FILE },
    ]);
    const owners = [{ type: 'capsule', id: CAPSULE, epoch: 4, seconds: 60, ids: media.staged.map(({ id }) => id) }];
    expect(media.asked.map(([path]) => path)).toEqual([`/entity-files/capsule/${CAPSULE}`, '/entity-files/describe']);
    expect(media.asked[1]?.[1]).toEqual({ owners });
  });

  it('that is repeated or refused leaves no second copy; one whose outcome is unknown stays', async () => {
    const ids = media.staged.map(({ id }) => id);
    answers.stored = () => contributionOf({ attachments: [] });
    expect((await ask('POST', 'contributions', fileForm())).status).toBe(201);
    expect(discarded()).toEqual({ ids });
    for (const [code, kept] of [
      ['CAPSULE_SEALED', false],
      ['DUPLICATE_FILE', false],
      ['CAPSULE_NOT_FOUND', false],
      ['UNAVAILABLE', true],
    ] as const) {
      media.asked = [];
      answers.stored = () => {
        throw new AppError(code);
      };
      expect(await ask('POST', 'contributions', fileForm())).toMatchObject({ code });
      expect(discarded()).toEqual(kept ? undefined : { ids });
    }
  });

  it.each([
    ['captions', 'no JSON'],
    ['captions', '"words"'],
    ['captions', '[["deep"]]'],
    ['place', '{'],
    ['place', '"Lisbon"'],
    ['place', '{"label":"x","evil":1}'],
    ['happenedAt', '2026-02-30'],
    ['visibility', 'all'],
  ])('is refused for %s: %s', async (field, value) => {
    media.fields[field] = value;
    expect(await ask('POST', 'contributions', fileForm())).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(discarded()).toEqual({ ids: media.staged.map(({ id }) => id) });
  });

  it('counts each of its files for the hour', async () => {
    const limits = edge.app.get(RateLimits, { strict: false });
    const userId = randomUUID();
    const limit = { name: 'entity-files', rates: [{ by: 'user' as const, points: 1_000, seconds: 3_600 }] };
    const call = { ip: '127.0.0.1', userId, body: undefined };
    await spend(limits, limit, call, 997);
    expect((await ask('POST', 'contributions', fileForm(), userId)).status).toBe(201);
    media.asked = [];
    expect(await ask('POST', 'contributions', fileForm(), userId)).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    });
    expect(discarded()).toEqual({ ids: media.staged.map(({ id }) => id) });
    expect((await ask('POST', 'contributions', { text: 'Words', clientId: randomUUID() }, userId)).status).toBe(201);
  });
});

describe('earlier years', () => {
  it('show the files of their contributions, and the words without media', async () => {
    const ids = media.staged.map(({ id }) => id);
    answers.earlier = [contributionOf({ text: 'At the sea', attachments: media.staged }), null];
    const look = async () => {
      const { status, data } = await ask('GET', 'memories/on-this-day');
      const { memories } = data as unknown as OnThisDayView;
      return [status, memories.map(({ contribution }) => contribution?.attachments.map(({ file }) => file) ?? null)];
    };
    expect(await look()).toEqual([200, [[FILE, FILE], null]]);
    const owners = [{ type: 'capsule', id: CAPSULE, epoch: 4, seconds: 60, ids }];
    expect(media.asked).toEqual([['/entity-files/describe', { owners }]]);
    media.refusing = ['/entity-files/describe'];
    expect(await look()).toEqual([200, [[null, null], null]]);
  });
});

describe('JSON', () => {
  it('has no files: they come from media alone', async () => {
    const words = { text: 'Words', clientId: randomUUID() };
    expect((await ask('POST', 'contributions', words)).status).toBe(201);
    expect(media.asked).toEqual([]);
    expect(await ask('POST', 'contributions', { ...words, attachments: media.staged })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(await ask('POST', 'contributions')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });
});

describe('links', () => {
  it('are signed only for files that memories allows', async () => {
    const ids = [randomUUID(), randomUUID()];
    expect(await ask('POST', 'links', { ids })).toMatchObject({
      status: 200,
      data: { files: [{ id: ids[0], file: FILE }] },
    });
    expect(takeCalls()).toEqual([[allowCapsuleFiles.subject, { id: CAPSULE, ids }]]);
    expect(await ask('POST', 'links', { ids: [] })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('are missing while media does not describe them, and the words are there', async () => {
    media.refusing = ['/entity-files/describe'];
    const { status, data } = await ask('POST', 'contributions', fileForm());
    expect([status, data?.attachments.map(({ file }) => file)]).toEqual([201, [null, null]]);
    expect((await ask('POST', 'links', { ids: [randomUUID()] })).status).toBe(503);
  });

  it('of earlier epochs end before a removal is answered', async () => {
    const path = `contributions/${randomUUID()}`;
    expect((await ask('DELETE', path)).status).toBe(200);
    const epoch = { type: 'capsule', id: CAPSULE, coupleId: COUPLE, epoch: 5 };
    expect(media.asked).toEqual([['/entity-files/access-epoch', epoch]]);
    media.refusing = ['/entity-files/access-epoch'];
    expect((await ask('DELETE', path)).status).toBe(503);
  });
});
