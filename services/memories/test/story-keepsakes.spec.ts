import { randomUUID } from 'node:crypto';
import {
  type StoryKeepsakePart,
  capsuleUpdated,
  changeContribution,
  deleteCapsule,
  getCapsule,
  keepStory,
  listCapsules,
  planStoryKeepsake,
  reopenCapsule,
  storyKeepsakePurged,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import type { KeptThings } from './keeping-peers.js';
import { type KeepingScene, copyOf, inIt, keepingCalls, startKeeping } from './keeping-scene.js';
import type { RunningMemories } from './running-memories.js';

let scene: KeepingScene;
let memories: RunningMemories;
let known: KeptThings;

beforeAll(async () => {
  scene = await startKeeping();
  ({
    memories,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { couple } = keepingCalls(() => scene);

describe('the keepsake of a story', () => {
  function finish(coupleId: string, parts: StoryKeepsakePart[]) {
    const source = { coupleId, sessionId: randomUUID(), title: 'Two lamps', ending: 'They burn on.', parts };
    known.stories.set(source.sessionId, source);
    return source;
  }

  it('has the ending outside, and inside what each chose and wrote, by its author and in the order of the path', async () => {
    const [ada, bob, coupleId] = await couple();
    const [page, at] = ['Left or right?', '2026-11-20T10:00:00.000Z'];
    const line = { page: 'Write a line.', author: bob.id, text: 'To the sea', at };
    const { sessionId, title } = finish(coupleId, [
      { page, author: bob.id, text: 'Left', at },
      { page, author: ada.id, text: 'Right', at },
      line,
    ]);
    const { capsuleId } = await ada.call(keepStory, { sessionId });
    const capsule = await bob.call(getCapsule, { id: capsuleId });
    const outside = { title, description: 'They burn on.', kind: 'keepsake', source: 'story', status: 'completed' };
    expect(capsule).toMatchObject({ ...outside, createdBy: ada.id, counts: { byKind: { story: 3 } } });
    expect(capsule.contributions).toMatchObject([
      {
        author: bob.id,
        kind: 'story',
        text: 'Left',
        keptStory: { sessionId, title, question: page },
        happenedAt: '2026-11-20',
      },
      { author: ada.id, text: 'Right' },
      { author: bob.id, text: 'To the sea', keptStory: { question: 'Write a line.' } },
    ]);
    expect(JSON.stringify(memories.bus.live(capsuleUpdated))).not.toContain('To the sea');
    await ada.call(reopenCapsule, { id: capsuleId });
    const own = (await inIt(ada, capsuleId)).find(({ author }) => author === ada.id);
    const part = { id: capsuleId, contributionId: own?._id ?? '' };
    expect(await ada.call(changeContribution, { ...part, text: 'Right, of course' })).toMatchObject({
      kind: 'story',
      text: 'Right, of course',
    });
    expect(await ada.refusal(changeContribution, { ...part, happenedAt: '2026-11-19' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () => expect((await inIt(ada, capsuleId)).map(({ author }) => author)).toEqual([ada.id]));
  });

  it('is one, also of presses at the same moment, and can be made again once it is purged', async () => {
    const [ada, bob, coupleId] = await couple();
    const { sessionId } = finish(coupleId, []);
    const made = await Promise.all([ada, bob, ada].map((user) => user.call(keepStory, { sessionId })));
    const [id = ''] = new Set(made.map(({ capsuleId }) => capsuleId));
    expect(made).toEqual([0, 1, 2].map(() => ({ capsuleId: id, fileIds: [] })));
    expect((await ada.call(listCapsules, {})).capsules).toHaveLength(1);
    for (const member of [ada, bob]) await member.call(deleteCapsule, { id });
    expect((await bob.call(keepStory, { sessionId })).capsuleId).toBe(id);
    memories.itIs('2026-12-30T12:00:00Z');
    await memories.passMinute();
    const purged = async () =>
      (await memories.bus.events(storyKeepsakePurged)).filter((event) => event.coupleId === coupleId);
    await eventually(async () => expect(await purged()).toEqual([{ coupleId, sessionId, capsuleId: id }]));
    expect((await ada.call(keepStory, { sessionId })).capsuleId).not.toBe(id);
  });

  it('has copies of the photos, each of its author, and one press alone brings them', async () => {
    const [ada, bob, coupleId] = await couple();
    const photo = { id: randomUUID(), kind: 'image' as const };
    const [page, at] = ['Show your light.', '2026-11-20T10:00:00.000Z'];
    const { sessionId } = finish(coupleId, [
      { page, author: bob.id, text: '', at, files: [photo] },
      { page, author: ada.id, text: 'A candle', at, files: [] },
    ]);
    const make = async (by: TestUser) => {
      const { capsuleId, fileIds } = await by.call(planStoryKeepsake, { sessionId });
      const attachments = fileIds.map((id) => copyOf({ ...photo, id }));
      return {
        copies: attachments.map(({ id }) => id),
        ...(await by.call(keepStory, { sessionId, capsuleId, attachments })),
      };
    };
    const [one, two] = await Promise.all([make(ada), make(bob)]);
    const maker = one.fileIds.length > 0 ? one : two;
    expect([one.capsuleId, one.fileIds.length + two.fileIds.length]).toEqual([two.capsuleId, 1]);
    expect(maker.fileIds).toEqual(maker.copies);
    expect(await bob.call(planStoryKeepsake, { sessionId })).toEqual({ capsuleId: one.capsuleId, fileIds: [] });
    expect(await inIt(ada, one.capsuleId)).toMatchObject([
      { author: bob.id, text: '', attachments: [{ id: maker.fileIds[0], kind: 'image' }] },
      { author: ada.id, text: 'A candle', attachments: [] },
    ]);
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () =>
      expect((await inIt(ada, one.capsuleId)).map(({ author }) => author)).toEqual([ada.id]),
    );
  });

  it('is refused to strangers', async () => {
    const [, , coupleId] = await couple();
    const { sessionId } = finish(coupleId, []);
    const [stranger] = await couple();
    for (const user of [stranger, memories.user()])
      expect(await user.refusal(planStoryKeepsake, { sessionId })).toMatchObject({
        code: user === stranger ? 'STORY_NOT_FOUND' : 'NO_PARTNER',
      });
    expect(await stranger.refusal(keepStory, { sessionId })).toMatchObject({ code: 'STORY_NOT_FOUND' });
    expect(await memories.user().refusal(keepStory, { sessionId })).toMatchObject({ code: 'NO_PARTNER' });
  });
});
