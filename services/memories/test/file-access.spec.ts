import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  addContribution,
  allowCapsuleFiles,
  changeContribution,
  deleteCapsule,
  deleteContribution,
  listTimeline,
  sealCapsule,
  takeCapsule,
  unsealCapsule,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { seen } from './capsule-calls.js';
import { aFile, allowed, publishedChanges, put } from './file-calls.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

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
      expect(await publishedChanges(memories, capsule)).toEqual([
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
    expect(await publishedChanges(memories, capsule)).toEqual([]);
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
