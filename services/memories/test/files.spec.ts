import { randomBytes, randomUUID } from 'node:crypto';
import {
  LIMITS,
  addContribution,
  changeContribution,
  deleteCapsule,
  fileProcessed,
  listTimeline,
  memoryFilesInUse,
} from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { liveChanges, seen } from './capsule-calls.js';
import { aFile, allowed, publishedChanges, put } from './file-calls.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { expectChanges } = liveChanges(() => memories);

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
      expect((await publishedChanges(memories, capsule))[0]).toEqual({
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
    await expectChanges(capsule, ['created', 'contribution_added']);
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
      expect((await publishedChanges(memories, capsule)).at(-1)).toEqual({
        accessEpoch: 2,
        added: [],
        removed: [file.id],
      }),
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
    await expectChanges(capsule, ['created', 'contribution_added', 'contribution_changed']);
  });
});
