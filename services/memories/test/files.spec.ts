import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  LIMITS,
  type NewAttachmentDto,
  addContribution,
  allowCapsuleFiles,
  capsuleUpdated,
  changeCapsule,
  changeContribution,
  deleteCapsule,
  deleteContribution,
  fileProcessed,
  filesChanged,
  getCapsule,
  listCapsules,
  listTimeline,
  memoryFilesInUse,
  openCapsule,
  sealCapsule,
  setCapsuleCover,
  takeCapsule,
  unsealCapsule,
} from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import { type TestUser, eventually } from '@duet/testing';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

/** A file as media describes it after it was stored. */
const aFile = (more: Partial<NewAttachmentDto> = {}): NewAttachmentDto => ({
  id: randomUUID(),
  kind: 'image',
  fingerprint: randomBytes(32).toString('hex'),
  ...more,
});

const put = (by: TestUser, { _id: id }: CapsuleView, attachments: NewAttachmentDto[], more: object = {}) =>
  by.call(addContribution, { id, attachments, clientId: randomUUID(), ...more });

const seen = (by: TestUser, { _id: id }: CapsuleView) => by.call(getCapsule, { id });

const allowed = (by: TestUser, { _id: id }: CapsuleView, ids: string[]) => by.call(allowCapsuleFiles, { id, ids });

/** The changes of files that were published of a capsule, in order. */
const publishedChanges = async ({ _id }: CapsuleView) =>
  (await memories.bus.events(filesChanged))
    .filter(({ owner }) => owner.id === _id)
    .map(({ accessEpoch, added, removed }) => ({ accessEpoch, added, removed }));

const changesOf = ({ _id }: CapsuleView) =>
  memories.bus
    .live(capsuleUpdated)
    .filter(({ update }) => update.capsuleId === _id)
    .map(({ update }) => update.action);

describe('files of a contribution', () => {
  it('have captions, the camera’s time and place; the day by the camera’s clock is the contribution’s', async () => {
    const [ada, bob, coupleId] = await memories.couple('America/Los_Angeles');
    const capsule = await album(ada);
    const place = { lat: -33.86, lng: -70.5 };
    const [picture, video] = [
      aFile({ takenAt: '2024-05-06T23:30:00+09:00', place, caption: 'The sea' }),
      aFile({ kind: 'video' }),
    ];
    const made = await put(ada, capsule, [picture, video]);
    expect(made).toMatchObject({
      coupleId,
      kind: 'photo',
      text: '',
      happenedAt: '2024-05-06',
      access: { epoch: 0, seconds: LIMITS.mediaLinkSeconds },
      attachments: [
        { id: picture.id, kind: 'image', caption: 'The sea', takenAt: '2024-05-06T23:30:00+09:00', place, file: null },
        { id: video.id, kind: 'video', caption: '', takenAt: null, place: null, file: null },
      ],
    });
    expect((await seen(bob, capsule)).contributions).toEqual([made]);
    expect((await bob.call(listTimeline, {})).entries).toMatchObject([{ contribution: made }]);
    expect((await seen(bob, capsule)).counts.byKind).toEqual({ photo: 1 });
    expect(
      await put(ada, capsule, [aFile({ takenAt: '2024-05-06T23:30:00' })], { happenedAt: '2020-01-01' }),
    ).toMatchObject({
      happenedAt: '2020-01-01',
    });
    await eventually(async () =>
      expect((await publishedChanges(capsule))[0]).toEqual({
        accessEpoch: 0,
        added: [picture.id, video.id],
        removed: [],
      }),
    );
  });

  it('are stored once under one clientId, also by two identical requests at once: one event', async () => {
    const [ada] = await memories.couple();
    const capsule = await bury(ada);
    const clientId = randomUUID();
    const fingerprint = randomBytes(32).toString('hex');
    const [one, two] = await Promise.all(
      [1, 2].map(() => put(ada, capsule, [aFile({ fingerprint })], { clientId, text: 'words' })),
    );
    expect(one).toEqual(two);
    await eventually(async () => expect(changesOf(capsule)).toEqual(['created', 'contribution_added']));
    expect(await memories.rows('SELECT id FROM contribution_files WHERE capsule_id = $1', [capsule._id])).toHaveLength(
      1,
    );
  });

  it('are refused when the capsule has the same bytes, unless that would reveal a surprise', async () => {
    const [ada, bob] = await memories.couple();
    const [open, buried] = [await album(ada), await bury(ada)];
    const file = aFile();
    const { _id: contributionId } = await put(ada, open, [file]);
    const again = { id: open._id, attachments: [{ ...file, id: randomUUID() }], clientId: randomUUID() };
    for (const member of [ada, bob])
      expect(await member.refusal(addContribution, again)).toMatchObject({
        code: 'DUPLICATE_FILE',
        current: { contributionId },
      });
    await put(ada, buried, [file]).catch(() => undefined);
    const surprise = aFile();
    await put(ada, buried, [surprise]);
    await put(bob, buried, [{ ...surprise, id: randomUUID() }]);
    const twice = aFile();
    expect(
      await ada.refusal(addContribution, {
        id: open._id,
        attachments: [twice, { ...twice, id: randomUUID() }],
        clientId: randomUUID(),
      }),
    ).toMatchObject({ code: 'DUPLICATE_FILE', current: { contributionId: null } });
    const other = await album(ada);
    await put(ada, other, [{ ...file, id: randomUUID() }]);
    const [first, second] = await Promise.allSettled(
      [1, 2].map(() => put(ada, other, [{ ...twice, id: randomUUID() }])),
    );
    expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('change their captions by their author alone, and no file of another contribution', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await album(ada);
    const [mine, others] = [aFile(), aFile()];
    const { _id: contributionId } = await put(ada, capsule, [mine]);
    await put(ada, capsule, [others]);
    const caption = (id: string, words = 'New words') => ({
      id: capsule._id,
      contributionId,
      attachments: [{ id, caption: words }],
    });
    expect(await ada.call(changeContribution, caption(mine.id))).toMatchObject({
      attachments: [{ id: mine.id, caption: 'New words' }],
      access: { epoch: 0 },
    });
    expect(await bob.refusal(changeContribution, caption(mine.id))).toMatchObject({ code: 'NOT_YOURS' });
    for (const wrong of [caption(others.id), caption(mine.id, 'x'.repeat(301))])
      expect(await ada.refusal(changeContribution, wrong)).toMatchObject({ code: 'VALIDATION_FAILED' });
    // Without words it is still a picture.
    expect(await ada.call(changeContribution, { id: capsule._id, contributionId, text: '' })).toMatchObject({
      kind: 'photo',
    });
  });

  it.each([
    ['none and no words', []],
    ['six', Array.from({ length: 6 }, () => aFile())],
    ['an unknown kind', [aFile({ kind: 'file' as never })]],
    ['a long caption', [aFile({ caption: 'x'.repeat(301) })]],
    ['a caption that is no text', [aFile({ caption: { deep: [] } as never })]],
    ['a made-up fingerprint', [aFile({ fingerprint: 'x' })]],
  ])('are refused: %s', async (_what, attachments) => {
    const [ada] = await memories.couple();
    const { _id: id } = await album(ada);
    expect(await ada.refusal(addContribution, { id, attachments, clientId: randomUUID() })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});

describe('the access epoch', () => {
  it('rises where access shrinks, and is published to media', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    const [first, second] = [aFile(), aFile()];
    const { _id: contributionId } = await put(ada, capsule, [first], { visibility: 'shared' });
    const { _id: other } = await put(ada, capsule, [second], { visibility: 'shared' });
    expect(await allowed(bob, capsule, [first.id, second.id, randomUUID()])).toEqual({
      ids: [first.id, second.id],
      access: { epoch: 0, seconds: LIMITS.collectingLinkSeconds },
    });
    const hidden = await ada.call(changeContribution, { id: capsule._id, contributionId, visibility: 'surprise' });
    expect(hidden.access.epoch).toBe(1);
    expect(await allowed(bob, capsule, [first.id])).toMatchObject({ ids: [], access: { epoch: 1 } });
    const shown = await ada.call(changeContribution, { id: capsule._id, contributionId, visibility: 'shared' });
    expect(shown.access.epoch).toBe(1);
    expect(await ada.call(deleteContribution, { id: capsule._id, contributionId: other })).toMatchObject({
      accessEpoch: 2,
    });
    await ada.call(sealCapsule, { id: capsule._id });
    expect((await bob.call(sealCapsule, { id: capsule._id })).accessEpoch).toBe(3);
    expect((await bob.call(sealCapsule, { id: capsule._id })).accessEpoch).toBe(3);
    expect((await bob.call(unsealCapsule, { id: capsule._id })).accessEpoch).toBe(3);
    await eventually(async () =>
      expect(await publishedChanges(capsule)).toEqual([
        { accessEpoch: 0, added: [first.id], removed: [] },
        { accessEpoch: 0, added: [second.id], removed: [] },
        { accessEpoch: 1, added: [], removed: [] },
        { accessEpoch: 2, added: [], removed: [second.id] },
        { accessEpoch: 3, added: [], removed: [] },
      ]),
    );
  });

  it('of a capsule of words stays: nothing waits for media', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    await ada.call(addContribution, { id: capsule._id, text: 'words', clientId: randomUUID() });
    await ada.call(sealCapsule, { id: capsule._id });
    expect((await bob.call(sealCapsule, { id: capsule._id })).accessEpoch).toBe(0);
    expect(await publishedChanges(capsule)).toEqual([]);
  });
});

describe('files that nobody may load', () => {
  it('are those of a sealed capsule, for both, and those of strangers and former partners', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const [stranger] = await memories.couple();
    const [capsule, open] = [await bury(ada), await album(ada)];
    const [buried, shared] = [aFile({ caption: 'SECRET', takenAt: '2024-05-06T07:08:09' }), aFile()];
    await put(ada, capsule, [buried]);
    await put(ada, open, [shared]);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    for (const member of [ada, bob]) {
      expect((await allowed(member, capsule, [buried.id])).ids).toEqual([]);
      const all = [await seen(member, capsule), await member.call(listTimeline, {})];
      for (const trace of ['SECRET', buried.id, '2024-05-06']) expect(JSON.stringify(all)).not.toContain(trace);
      expect((await allowed(member, open, [buried.id, shared.id])).ids).toEqual([shared.id]);
    }
    const refused = { id: open._id, ids: [shared.id] };
    expect(await stranger.refusal(allowCapsuleFiles, refused)).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
    await memories.unlink(ada, bob, coupleId);
    expect(await ada.refusal(allowCapsuleFiles, refused)).toMatchObject({ code: 'NO_PARTNER' });
  });

  it('an upload that meets the sealing lands before it or not at all', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    await put(ada, capsule, [aFile()]);
    await ada.call(sealCapsule, { id: capsule._id });
    const [seal, ...uploads] = await Promise.allSettled([
      bob.call(sealCapsule, { id: capsule._id }),
      ...Array.from({ length: 6 }, () => put(ada, capsule, [aFile()])),
    ]);
    expect(seal.status).toBe('fulfilled');
    const landed = uploads.filter(({ status }) => status === 'fulfilled').length;
    expect((await seen(ada, capsule)).counts.total).toBe(1 + landed);
    for (const outcome of uploads)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CAPSULE_SEALED' });
    const late = { id: capsule._id, attachments: [aFile()], clientId: randomUUID() };
    expect(await ada.refusal(addContribution, late)).toMatchObject({ code: 'CAPSULE_SEALED' });
  });
});

const cover = (by: TestUser, { _id: id }: CapsuleView, file = aFile(), clientId = randomUUID()) =>
  by.call(setCapsuleCover, { id, clientId, file });

/** Chooses a picture of the capsule for its cover, on its present version. */
const choose = async (by: TestUser, capsule: CapsuleView, coverId: string | null) =>
  by.call(changeCapsule, { id: capsule._id, coverId, version: (await seen(by, capsule)).version });

describe('a cover', () => {
  it('that was uploaded for the outside shows in every state, and replaces the one before', async () => {
    const [ada, bob] = await memories.couple();
    const [stranger] = await memories.couple();
    const capsule = await bury(ada);
    await put(ada, capsule, [aFile()]);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    const [first, second, clientId] = [aFile(), aFile(), randomUUID()];
    const outside = { from: 'upload', access: { seconds: LIMITS.mediaLinkSeconds }, file: null };
    const [one, two] = await Promise.all([1, 2].map(() => cover(ada, capsule, first, clientId)));
    expect(one).toMatchObject({ status: 'sealed', cover: { id: first.id, ...outside } });
    expect(two?.version).toBe(one?.version);
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ cover: { id: first.id, ...outside } }]);
    expect((await allowed(bob, capsule, [first.id])).ids).toEqual([first.id]);
    expect(await memories.bus.call(memoryFilesInUse, { ids: [first.id] })).toEqual({ ids: [first.id] });
    expect((await cover(bob, capsule, second)).cover?.id).toBe(second.id);
    expect((await allowed(bob, capsule, [first.id, second.id])).ids).toEqual([second.id]);
    expect((await choose(ada, capsule, null)).cover).toBeNull();
    await eventually(async () =>
      expect((await publishedChanges(capsule)).slice(-3)).toEqual([
        { accessEpoch: 1, added: [first.id], removed: [] },
        { accessEpoch: 2, added: [second.id], removed: [first.id] },
        { accessEpoch: 3, added: [], removed: [second.id] },
      ]),
    );
    const given = { id: capsule._id, clientId: randomUUID() };
    expect(await ada.refusal(setCapsuleCover, { ...given, file: aFile({ kind: 'video' }) })).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    expect(await stranger.refusal(setCapsuleCover, { ...given, file: aFile() })).toMatchObject({
      code: 'CAPSULE_NOT_FOUND',
    });
    const old = await album(ada);
    const last = aFile();
    await cover(ada, old, last);
    await ada.call(deleteCapsule, { id: old._id });
    expect(await ada.refusal(setCapsuleCover, { ...given, id: old._id, file: aFile() })).toMatchObject({
      code: 'CAPSULE_STATE',
    });
    memories.clock.forward(LIMITS.capsuleTrashDays * DAY + 1_000);
    await memories.passMinute();
    await eventually(async () => expect((await publishedChanges(old)).at(-1)?.removed).toEqual([last.id]));
  });

  it('that lies in the capsule is one that both see, and shows nowhere while it is sealed', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada, { openRule: 'either' });
    const [shared, surprise, film] = [aFile(), aFile(), aFile({ kind: 'video' })];
    await put(ada, capsule, [shared, film], { visibility: 'shared' });
    await put(ada, capsule, [surprise]);
    const { version } = await seen(bob, capsule);
    // The same answer for a surprise, a video and an id that does not exist.
    for (const member of [ada, bob])
      for (const coverId of [surprise.id, film.id, randomUUID()])
        expect(await member.refusal(changeCapsule, { id: capsule._id, coverId, version })).toMatchObject({
          code: 'VALIDATION_FAILED',
          errors: [{ field: 'coverId' }],
        });
    expect((await choose(bob, capsule, shared.id)).cover).toEqual({
      id: shared.id,
      from: 'picture',
      access: { epoch: 0, seconds: LIMITS.collectingLinkSeconds },
      file: null,
    });
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    for (const member of [ada, bob]) {
      const all = [await seen(member, capsule), await member.call(listCapsules, {})];
      expect(JSON.stringify(all)).not.toContain(shared.id);
      expect((await allowed(member, capsule, [shared.id])).ids).toEqual([]);
      const again = { id: capsule._id, coverId: shared.id, version: (await seen(member, capsule)).version };
      expect(await member.refusal(changeCapsule, again)).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await member.refusal(changeCapsule, { ...again, title: 'Other' })).toMatchObject({
        code: 'CAPSULE_SEALED',
      });
      expect(await member.refusal(takeCapsule, { id: capsule._id })).toMatchObject({ code: 'CAPSULE_LOCKED' });
    }
    memories.itIs('2027-11-23T12:00:00Z');
    expect((await seen(ada, capsule)).cover).toBeNull();
    await ada.call(openCapsule, { id: capsule._id });
    for (const member of [ada, bob]) {
      expect((await seen(member, capsule)).cover?.id).toBe(shared.id);
      expect((await member.call(listTimeline, {})).entries[0]?.capsule.cover?.id).toBe(shared.id);
    }
    expect((await choose(bob, capsule, surprise.id)).cover?.id).toBe(surprise.id);
  });
});

describe('a copy to take along', () => {
  it('is for members, of an album or an opened capsule outside the trash', async () => {
    const [ada, bob] = await memories.couple();
    const [stranger] = await memories.couple();
    const [open, buried] = [await album(ada), await bury(ada)];
    await put(ada, open, [aFile()]);
    expect((await bob.call(takeCapsule, { id: open._id })).contributions).toHaveLength(1);
    expect(await ada.refusal(takeCapsule, { id: buried._id })).toMatchObject({ code: 'CAPSULE_LOCKED' });
    expect(await stranger.refusal(takeCapsule, { id: open._id })).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
    await ada.call(deleteCapsule, { id: open._id });
    expect(await ada.refusal(takeCapsule, { id: open._id })).toMatchObject({ code: 'CAPSULE_STATE' });
  });
});

describe('limits under parallel requests', () => {
  it('50 of a timed capsule hold', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    for (let made = 0; made < LIMITS.timedContributions - 2; made += 8)
      await Promise.all(
        Array.from({ length: Math.min(8, LIMITS.timedContributions - 2 - made) }, () => put(ada, capsule, [aFile()])),
      );
    const outcomes = await Promise.allSettled([ada, bob, ada, bob, ada].map((by) => put(by, capsule, [aFile()])));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TOO_MANY_CONTRIBUTIONS' });
    expect((await seen(ada, capsule)).counts.total).toBe(LIMITS.timedContributions);
  }, 30_000);
});

describe('the files of a capsule, between memories and media', () => {
  it('are released when the capsule is deleted, not when it moves to the trash', async () => {
    const [ada] = await memories.couple();
    const capsule = await album(ada);
    const file = aFile();
    await put(ada, capsule, [file]);
    const inUse = () => memories.bus.call(memoryFilesInUse, { ids: [file.id, randomUUID()] });
    expect(await ada.call(deleteCapsule, { id: capsule._id })).toMatchObject({ accessEpoch: 1 });
    expect((await allowed(ada, capsule, [file.id])).ids).toEqual([]);
    expect(await inUse()).toEqual({ ids: [file.id] });
    memories.clock.forward(LIMITS.capsuleTrashDays * DAY + 1_000);
    await memories.passMinute();
    expect(await inUse()).toEqual({ ids: [] });
    await eventually(async () =>
      expect((await publishedChanges(capsule)).at(-1)).toEqual({ accessEpoch: 2, added: [], removed: [file.id] }),
    );
  });

  it('a converted voice note is announced without a word of it', async () => {
    const [ada, , coupleId] = await memories.couple();
    const capsule = await bury(ada);
    const file = aFile({ kind: 'voice' });
    expect((await put(ada, capsule, [file])).kind).toBe('voice');
    const owner = { type: 'capsule' as const, id: capsule._id, coupleId };
    await memories.bus.publish(fileProcessed, coupleId, { owner, fileId: randomUUID() });
    await memories.bus.publish(fileProcessed, coupleId, { owner, fileId: file.id });
    await eventually(async () =>
      expect(changesOf(capsule)).toEqual(['created', 'contribution_added', 'contribution_changed']),
    );
  });
});
