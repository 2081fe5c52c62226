import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AddContributionByIdDto,
  type Call,
  type CapsuleFiles,
  type ChallengeView,
  CapsuleFilesDto,
  ChallengeIdDto,
  CompleteStepByIdDto,
  ContributionIdDto,
  type ContributionView,
  KeepMessageDto,
  KeepMessageWithFilesDto,
  type KeepPlan,
  type Kept,
  type EntityFileView,
  type RemovedChallenge,
  type RemovedContribution,
  StepIdDto,
  addContribution,
  allowCapsuleFiles,
  completeStep,
  deleteChallenge,
  deleteContribution,
  keepMessage,
  planKeeping,
  undoStep,
} from '@duet/contracts';
import { AppError, Rpc } from '@duet/service-kit';
import { type FreshServer, accessToken, freshNats, freshRedis, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RateLimits } from '../src/limits/rate-limits.js';
import { CallLog, fakePeers } from './call-log.js';
import { spend, startGateway } from './edge.js';
import { gatewaySettings } from './settings.js';

const keys = testKeys();
const CAPSULE = randomUUID();
const COUPLE = randomUUID();
const CHALLENGE = randomUUID();
const STEP = randomUUID();

const stagedFile = () => ({ id: randomUUID(), kind: 'image' as const, fingerprint: 'a'.repeat(64) });

/** The answer of challenges: a challenge whose step has the given files. */
let completed: (dto: Partial<CompleteStepByIdDto>) => ChallengeView;

const challengeOf = ({ attachments = [] }: Partial<CompleteStepByIdDto>): ChallengeView =>
  ({
    _id: CHALLENGE,
    coupleId: COUPLE,
    version: 2,
    access: { epoch: 4, seconds: 60 },
    steps: [{ _id: STEP, parts: [{ attachments: attachments.map(({ id }) => ({ id, kind: 'image', file: null })) }] }],
  }) as unknown as ChallengeView;

/** The files that memories wants copied, and its answer: by default a contribution of the given files. */
let plan: KeepPlan;
let stored: (dto: AddContributionByIdDto) => ContributionView;

const contributionOf = ({ text = '', attachments = [] }: Partial<AddContributionByIdDto>): ContributionView => ({
  _id: randomUUID(),
  capsuleId: CAPSULE,
  coupleId: COUPLE,
  author: randomUUID(),
  kind: 'photo',
  text,
  keptMessage: null,
  keptAnswers: null,
  keptChallenge: null,
  keptStory: null,
  place: null,
  happenedAt: '2026-11-22',
  visibility: 'shared',
  attachments: attachments.map(({ id, kind, caption = '' }) => ({
    id,
    kind,
    caption,
    transcript: null,
    takenAt: null,
    place: null,
    file: null,
  })),
  access: { epoch: 4, seconds: 60 },
  createdAt: '2026-11-22T12:00:00.000Z',
  editedAt: null,
});

/** Copies as the uploads that `stored` knows. */
const uploadsOf = ({ attachments = [] }: KeepMessageWithFilesDto) =>
  attachments.map(({ id, fingerprint }) => ({ id, kind: 'image' as const, fingerprint }));

@Controller()
class Memories {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(addContribution) async add(call: Call<'user'>, dto: AddContributionByIdDto): Promise<ContributionView> {
    return this.calls.record(addContribution, call, dto, stored(dto));
  }
  @Rpc(planKeeping) async plan(call: Call<'user'>, dto: KeepMessageDto): Promise<KeepPlan> {
    return this.calls.record(planKeeping, call, dto, plan);
  }
  @Rpc(keepMessage) async keep(call: Call<'user'>, dto: KeepMessageWithFilesDto): Promise<Kept> {
    const contribution = stored({ clientId: dto.clientId, id: CAPSULE, attachments: uploadsOf(dto) });
    return this.calls.record(keepMessage, call, dto, { contribution, repeated: false });
  }
  @Rpc(deleteContribution) async remove(call: Call<'user'>, dto: ContributionIdDto): Promise<RemovedContribution> {
    return this.calls.record(deleteContribution, call, dto, { done: true, coupleId: COUPLE, accessEpoch: 5 });
  }
  @Rpc(allowCapsuleFiles) async allow(call: Call<'user'>, dto: CapsuleFilesDto): Promise<CapsuleFiles> {
    const access = { epoch: 4, seconds: 60 };
    return this.calls.record(allowCapsuleFiles, call, dto, { ids: dto.ids.slice(0, 1), access });
  }
}

@Controller()
class Challenges {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(completeStep) async complete(call: Call<'user'>, dto: CompleteStepByIdDto): Promise<ChallengeView> {
    return this.calls.record(completeStep, call, dto, completed(dto));
  }
  @Rpc(undoStep) async undo(call: Call<'user'>, dto: StepIdDto): Promise<ChallengeView> {
    return this.calls.record(undoStep, call, dto, challengeOf({}));
  }
  @Rpc(deleteChallenge) async remove(call: Call<'user'>, dto: ChallengeIdDto): Promise<RemovedChallenge> {
    return this.calls.record(deleteChallenge, call, dto, { done: true, coupleId: COUPLE, accessEpoch: 5 });
  }
}

const FILE: EntityFileView = {
  url: '/api/media/attachments/x/original?a=4',
  filename: 'a.png',
  size: 1,
  mimeType: 'image/png',
  expiresAt: '2026-11-22T12:01:00.000Z',
};

let nats: FreshServer;
let redis: FreshServer;
let media: Server;
let peers: Awaited<ReturnType<ReturnType<typeof fakePeers>>>;
let app: NestFastifyApplication;
let url: string;
/** The calls to media, in order, and the paths that it refuses. */
let asked: [path: string, body: unknown][];
let refusing: string[];
let staged: ReturnType<typeof stagedFile>[];
let fields: Record<string, string>;

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString('latin1');

function mediaAnswer(path: string, body: unknown): object {
  if (path === '/entity-files/describe') {
    const { owners } = body as { owners: { ids: string[] }[] };
    return { files: owners.flatMap(({ ids }) => ids.map((id) => ({ id, file: FILE }))) };
  }
  return /^\/entity-files\/(capsule|challenge)\//.test(path) ? { files: staged, fields } : {};
}

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  media = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const path = request.url ?? '';
      const body: unknown = request.headers['content-type'] === 'application/json' ? JSON.parse(text) : null;
      asked.push([path, body]);
      const isRefused = refusing.includes(path);
      response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          isRefused ? { success: false, code: 'UNAVAILABLE' } : { success: true, data: mediaAnswer(path, body) },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  peers = await fakePeers(Memories, Challenges)(nats.url, keys.publicKeys);
  const MEDIA_URL = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  app = await startGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys, MEDIA_URL }));
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app.close();
  await peers.app.close();
  media.closeAllConnections();
  await new Promise((resolve) => media.close(resolve));
  await Promise.all([nats.stop(), redis.stop()]);
});

beforeEach(() => {
  [asked, refusing, staged] = [[], [], [stagedFile(), stagedFile()]];
  fields = { clientId: randomUUID() };
  stored = (dto) => contributionOf(dto);
  completed = challengeOf;
  peers.calls.take();
});

async function ask(method: string, path: string, body?: FormData | object, userId = randomUUID()) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/${path.startsWith('challenges') ? path : `capsules/${CAPSULE}/${path}`}`, {
    method,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${accessToken(keys, { userId, sessionId: randomUUID() })}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
  });
  return { status: response.status, ...((await response.json()) as { code?: string; data?: ContributionView }) };
}

function form(count = 2): FormData {
  const made = new FormData();
  for (let file = 0; file < count; file += 1) made.append('files', new Blob(['x']), `${file}.png`);
  return made;
}

const discarded = (): unknown => asked.find(([path]) => path === '/attachments/discard')?.[1];

describe('a kept message', () => {
  const wish = () => ({ messageId: randomUUID(), clientId: randomUUID() });
  const copies = () => staged.map((file) => ({ ...file, copyOf: randomUUID() }));

  it('gets copies of its files first, and the unused ones are deleted', async () => {
    const fileIds = [randomUUID(), randomUUID()];
    const dto = wish();
    [plan, staged] = [{ capsuleId: CAPSULE, fileIds }, copies()];
    stored = ({ attachments = [] }) => contributionOf({ attachments: attachments.slice(1) });
    const { status, data } = await ask('POST', '../from-message', dto);
    expect([status, data?.attachments.map(({ id, file }) => [id, file])]).toEqual([201, [[staged[1]?.id, FILE]]]);
    expect(peers.calls.take()).toEqual([
      [planKeeping.subject, dto],
      [keepMessage.subject, { ...dto, capsuleId: CAPSULE, attachments: staged }],
    ]);
    expect(asked[0]).toEqual([`/entity-files/capsule/${CAPSULE}/copies`, { ids: fileIds }]);
    expect(discarded()).toEqual({ ids: [staged[0]?.id] });
  });

  it('of words, or one that is kept already, asks media for nothing', async () => {
    plan = { capsuleId: null, fileIds: [] };
    const dto = wish();
    expect((await ask('POST', '../from-message', dto)).status).toBe(201);
    expect(peers.calls.take()).toEqual([
      [planKeeping.subject, dto],
      [keepMessage.subject, dto],
    ]);
    expect(asked).toEqual([]);
  });

  it('leaves no copies after a refusal, and is not kept without media', async () => {
    [plan, staged] = [{ capsuleId: CAPSULE, fileIds: [randomUUID()] }, copies()];
    stored = () => {
      throw new AppError('CAPSULE_SEALED');
    };
    expect(await ask('POST', '../from-message', wish())).toMatchObject({ code: 'CAPSULE_SEALED' });
    expect(discarded()).toEqual({ ids: staged.map(({ id }) => id) });
    peers.calls.take();
    refusing = [`/entity-files/capsule/${CAPSULE}/copies`];
    expect(await ask('POST', '../from-message', wish())).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(peers.calls.take().map(([subject]) => subject)).toEqual([planKeeping.subject]);
  });
});

describe('a form of files', () => {
  it('is stored by media, then by memories, and answered with links', async () => {
    Object.assign(fields, {
      text: 'At the sea',
      place: '{"label":"Lisbon","lat":38.72,"lng":-9.14}',
      captions: '["Noon"]',
      visibility: 'surprise',
    });
    const { status, data } = await ask('POST', 'contributions', form());
    expect(status).toBe(201);
    const { clientId } = fields;
    expect(peers.calls.take()).toEqual([
      [
        addContribution.subject,
        {
          id: CAPSULE,
          text: 'At the sea',
          visibility: 'surprise',
          clientId,
          place: { label: 'Lisbon', lat: 38.72, lng: -9.14 },
          attachments: [{ ...staged[0], caption: 'Noon' }, staged[1]],
        },
      ],
    ]);
    expect(data?.attachments).toMatchObject([
      { caption: 'Noon', file: FILE },
      { caption: '', file: FILE },
    ]);
    const owners = [{ type: 'capsule', id: CAPSULE, epoch: 4, seconds: 60, ids: staged.map(({ id }) => id) }];
    expect(asked.map(([path]) => path)).toEqual([`/entity-files/capsule/${CAPSULE}`, '/entity-files/describe']);
    expect(asked[1]?.[1]).toEqual({ owners });
  });

  it('that is repeated or refused leaves no second copy; one whose outcome is unknown stays', async () => {
    const ids = staged.map(({ id }) => id);
    stored = () => contributionOf({ attachments: [] });
    expect((await ask('POST', 'contributions', form())).status).toBe(201);
    expect(discarded()).toEqual({ ids });
    for (const [code, kept] of [
      ['CAPSULE_SEALED', false],
      ['DUPLICATE_FILE', false],
      ['CAPSULE_NOT_FOUND', false],
      ['UNAVAILABLE', true],
    ] as const) {
      asked = [];
      stored = () => {
        throw new AppError(code);
      };
      expect(await ask('POST', 'contributions', form())).toMatchObject({ code });
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
    fields[field] = value;
    expect(await ask('POST', 'contributions', form())).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(discarded()).toEqual({ ids: staged.map(({ id }) => id) });
  });

  it('counts each of its files for the hour', async () => {
    const limits = app.get(RateLimits, { strict: false });
    const userId = randomUUID();
    const limit = { name: 'entity-files', rates: [{ by: 'user' as const, points: 1_000, seconds: 3_600 }] };
    const call = { ip: '127.0.0.1', userId, body: undefined };
    await spend(limits, limit, call, 997);
    expect((await ask('POST', 'contributions', form(), userId)).status).toBe(201);
    asked = [];
    expect(await ask('POST', 'contributions', form(), userId)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(discarded()).toEqual({ ids: staged.map(({ id }) => id) });
    expect((await ask('POST', 'contributions', { text: 'Words', clientId: randomUUID() }, userId)).status).toBe(201);
  });
});

describe('JSON', () => {
  it('has no files: they come from media alone', async () => {
    const words = { text: 'Words', clientId: randomUUID() };
    expect((await ask('POST', 'contributions', words)).status).toBe(201);
    expect(asked).toEqual([]);
    expect(await ask('POST', 'contributions', { ...words, attachments: staged })).toMatchObject({
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
    expect(peers.calls.take()).toEqual([[allowCapsuleFiles.subject, { id: CAPSULE, ids }]]);
    expect(await ask('POST', 'links', { ids: [] })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('are missing while media does not describe them, and the words are there', async () => {
    refusing = ['/entity-files/describe'];
    const { status, data } = await ask('POST', 'contributions', form());
    expect([status, data?.attachments.map(({ file }) => file)]).toEqual([201, [null, null]]);
    expect((await ask('POST', 'links', { ids: [randomUUID()] })).status).toBe(503);
  });

  it('of earlier epochs end before a removal is answered', async () => {
    const path = `contributions/${randomUUID()}`;
    expect((await ask('DELETE', path)).status).toBe(200);
    const epoch = { type: 'capsule', id: CAPSULE, coupleId: COUPLE, epoch: 5 };
    expect(asked).toEqual([['/entity-files/access-epoch', epoch]]);
    refusing = ['/entity-files/access-epoch'];
    expect((await ask('DELETE', path)).status).toBe(503);
  });
});

describe('the files of a proof', () => {
  const step = `challenges/${CHALLENGE}/steps/${STEP}/complete`;

  it('are stored by media, then by challenges, and answered with links', async () => {
    Object.assign(fields, { text: 'From the roof' });
    const { status, data } = await ask('POST', step, form());
    expect(status).toBe(200);
    expect(peers.calls.take()).toEqual([
      [
        completeStep.subject,
        { id: CHALLENGE, stepId: STEP, text: 'From the roof', clientId: fields['clientId'], attachments: staged },
      ],
    ]);
    expect(JSON.stringify(data)).toContain(JSON.stringify(FILE));
    const owners = [{ type: 'challenge', id: CHALLENGE, epoch: 4, seconds: 60, ids: staged.map(({ id }) => id) }];
    expect(asked).toEqual([
      [`/entity-files/challenge/${CHALLENGE}`, null],
      ['/entity-files/describe', { owners }],
    ]);
  });

  it('that is repeated or refused leave no second copy; JSON carries none, and asks media for nothing', async () => {
    const ids = staged.map(({ id }) => id);
    completed = () => challengeOf({});
    expect((await ask('POST', step, form())).status).toBe(200);
    expect(discarded()).toEqual({ ids });
    for (const [code, stays] of [
      ['ALREADY_DONE', false],
      ['CHALLENGE_NOT_FOUND', false],
      ['UNAVAILABLE', true],
    ] as const) {
      asked = [];
      completed = () => {
        throw new AppError(code);
      };
      expect(await ask('POST', step, form())).toMatchObject({ code });
      expect(discarded()).toEqual(stays ? undefined : { ids });
    }
    asked = [];
    const attachments = [stagedFile()];
    expect(await ask('POST', step, { attachments })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    completed = () => challengeOf({});
    expect((await ask('POST', step)).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it('are out of reach before an undoing or a deletion is answered', async () => {
    const paths = [
      [step, 4],
      [`challenges/${CHALLENGE}`, 5],
    ] as const;
    for (const [path, epoch] of paths) {
      [asked, refusing] = [[], []];
      expect((await ask('DELETE', path)).status).toBe(200);
      const ended = { type: 'challenge', id: CHALLENGE, coupleId: COUPLE, epoch };
      expect(asked).toEqual([['/entity-files/access-epoch', ended]]);
      refusing = ['/entity-files/access-epoch'];
      expect((await ask('DELETE', path)).status).toBe(503);
    }
  });
});
