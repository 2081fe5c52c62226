import { randomUUID } from 'node:crypto';
import {
  type KeepsakePart,
  type KeepsakeSource,
  capsuleUpdated,
  deleteCapsule,
  getCapsule,
  getOurYear,
  keepChallenge,
  keepGoal,
  keepYear,
  keepsakePurged,
  listCapsules,
  planKeepsake,
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

const { couple, changesIn } = keepingCalls(() => scene);

describe('the keepsake of a challenge', () => {
  function finish(coupleId: string, parts: Partial<KeepsakePart>[]): KeepsakeSource {
    const source = {
      coupleId,
      challengeId: randomUUID(),
      title: 'A week outside',
      completedAt: '2026-11-21T10:00:00.000Z',
      parts: parts.map((part) => ({
        stepId: randomUUID(),
        step: 'Take a walk',
        author: '',
        text: null,
        doneAt: '2026-11-20T10:00:00.000Z',
        files: [],
        ...part,
      })),
    };
    known.challenges.set(source.challengeId, source);
    return source;
  }

  async function make(by: TestUser, { challengeId, parts }: KeepsakeSource) {
    const { capsuleId, fileIds } = await by.call(planKeepsake, { challengeId });
    const files = parts.flatMap((part) => part.files).filter(({ id }) => fileIds.includes(id));
    return by.call(keepChallenge, { challengeId, capsuleId, attachments: files.map(copyOf) });
  }

  it('has what the two did, by its authors and in the order of the steps, and is finished', async () => {
    const [ada, bob, coupleId] = await couple();
    const source = finish(coupleId, [
      {
        author: bob.id,
        text: 'To the sea',
        doneAt: '2026-11-20T10:00:00.000Z',
        files: [{ id: randomUUID(), kind: 'image' }],
      },
      { author: ada.id, step: 'Watch the stars', doneAt: '2026-11-18T10:00:00.000Z' },
    ]);
    const { capsuleId, fileIds } = await make(ada, source);
    const { challengeId, title } = source;
    const capsule = await bob.call(getCapsule, { id: capsuleId });
    expect(capsule).toMatchObject({
      title,
      kind: 'keepsake',
      source: 'challenge',
      status: 'completed',
      createdBy: ada.id,
    });
    expect(capsule.contributions).toMatchObject([
      {
        author: bob.id,
        kind: 'step',
        text: 'To the sea',
        keptChallenge: { challengeId, title, step: 'Take a walk' },
        attachments: [{ id: fileIds[0], kind: 'image' }],
        happenedAt: '2026-11-20',
      },
      { author: ada.id, kind: 'step', text: '', keptChallenge: { step: 'Watch the stars' }, happenedAt: '2026-11-20' },
    ]);
    await eventually(async () => expect(await changesIn(coupleId)).toMatchObject([{ added: fileIds, removed: [] }]));
    expect(JSON.stringify(memories.bus.live(capsuleUpdated))).not.toContain('To the sea');
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () => expect((await inIt(ada, capsuleId)).map(({ author }) => author)).toEqual([ada.id]));
  });

  it('is one, also of presses at the same moment, and can be made again once it is purged', async () => {
    const [ada, bob, coupleId] = await couple();
    const source = finish(coupleId, [{ author: bob.id, files: [{ id: randomUUID(), kind: 'image' }] }]);
    const made = [
      ...(await Promise.all([make(ada, source), make(bob, source), make(ada, source)])),
      await make(bob, source),
    ];
    const [id = ''] = new Set(made.map(({ capsuleId }) => capsuleId));
    expect(new Set(made.map(({ capsuleId }) => capsuleId)).size).toBe(1);
    expect(made.filter(({ fileIds }) => fileIds.length > 0)).toHaveLength(1);
    expect((await ada.call(listCapsules, {})).capsules).toHaveLength(1);
    for (const member of [ada, bob]) await member.call(deleteCapsule, { id });
    expect((await make(ada, source)).capsuleId).toBe(id);
    memories.itIs('2026-12-30T12:00:00Z');
    await memories.passMinute();
    const { challengeId } = source;
    const purged = async () =>
      (await memories.bus.events(keepsakePurged)).filter((event) => event.coupleId === coupleId);
    await eventually(async () => expect(await purged()).toEqual([{ coupleId, challengeId, capsuleId: id }]));
    expect((await make(ada, source)).capsuleId).not.toBe(id);
  });

  it('is refused to strangers', async () => {
    const [ada, , coupleId] = await couple();
    const { challengeId } = finish(coupleId, [{ author: ada.id }]);
    const [stranger] = await couple();
    for (const [by, code] of [
      [stranger, 'CHALLENGE_NOT_FOUND'],
      [memories.user(), 'NO_PARTNER'],
    ] as const) {
      expect(await by.refusal(planKeepsake, { challengeId })).toMatchObject({ code });
      const wish = { challengeId, capsuleId: randomUUID(), attachments: [] };
      expect(await by.refusal(keepChallenge, wish)).toMatchObject({ code });
    }
  });

  it('can be part of our year', async () => {
    const [ada, bob, coupleId] = await couple();
    const { challengeId, title, completedAt } = finish(coupleId, []);
    known.calendar = { timezone: 'UTC', since: '2024-05-04' };
    memories.itIs('2026-12-31T12:00:00Z');
    expect((await ada.call(getOurYear, {})).proposal).toMatchObject({
      challenges: 1,
      finished: [{ challengeId, title, completedAt }],
    });
    const choose = (by: TestUser, challengeIds: string[]) =>
      by.call(keepYear, { year: 2026, messageIds: [], challengeIds });
    const made = await Promise.all([choose(ada, [challengeId]), choose(bob, [challengeId])]);
    expect(await inIt(bob, made[0]?._id ?? '')).toMatchObject([
      { kind: 'challenge', text: '', keptChallenge: { challengeId, title, step: null }, happenedAt: '2026-11-21' },
    ]);
    const refused = await bob.refusal(keepYear, { year: 2026, messageIds: [], challengeIds: [randomUUID()] });
    expect(refused).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
  });
});

describe('the keepsake of a goal', () => {
  function reach(coupleId: string, ada: TestUser, bob: TestUser): string {
    const goalId = randomUUID();
    known.goals.set(goalId, {
      coupleId,
      title: 'Ten books',
      why: 'For the winter',
      parts: [
        { id: randomUUID(), author: ada.id, text: 'The first one', at: '2026-03-01T23:30:00.000Z' },
        { id: randomUUID(), author: bob.id, text: 'The last one', at: '2026-11-20T10:00:00.000Z' },
      ],
    });
    return goalId;
  }

  it('is one album of the way to it, which both fill further', async () => {
    const [ada, bob, coupleId] = await couple();
    const goalId = reach(coupleId, ada, bob);
    const pressed = await Promise.all([ada, bob].map((one) => one.call(keepGoal, { goalId })));
    const [{ capsuleId } = { capsuleId: '' }] = pressed;
    expect(pressed).toEqual([{ capsuleId }, { capsuleId }]);
    const album = await bob.call(getCapsule, { id: capsuleId });
    expect(album).toMatchObject({
      title: 'Ten books',
      description: 'For the winter',
      kind: 'keepsake',
      source: 'goal',
      status: 'collecting',
    });
    expect(album.contributions.map(({ kind, author, text, happenedAt }) => [kind, author, text, happenedAt])).toEqual([
      ['text', ada.id, 'The first one', expect.stringMatching(/^2026-03-0[12]$/)],
      ['text', bob.id, 'The last one', '2026-11-20'],
    ]);
    const created = () => memories.bus.live(capsuleUpdated).filter(({ update }) => update.capsuleId === capsuleId);
    await eventually(() => expect(created()).toMatchObject([{ update: { action: 'created' } }]));
    await memories.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await inIt(bob, capsuleId)).toMatchObject([{ text: 'The last one' }]));
  });

  it('stays one while it lies in the trash, and can be made again when that is emptied', async () => {
    const [ada, bob, coupleId] = await couple();
    const goalId = reach(coupleId, ada, bob);
    const { capsuleId } = await ada.call(keepGoal, { goalId });
    for (const one of [ada, bob]) await one.call(deleteCapsule, { id: capsuleId }).catch(() => undefined);
    expect((await ada.call(getCapsule, { id: capsuleId })).deletedAt).not.toBeNull();
    expect(await bob.call(keepGoal, { goalId })).toEqual({ capsuleId });
    memories.itIs('2026-12-30T12:00:00Z');
    await memories.passMinute();
    const again = await bob.call(keepGoal, { goalId });
    expect(again.capsuleId).not.toBe(capsuleId);
  });

  it('is of nobody else’s goal', async () => {
    const [ada, bob, coupleId] = await couple();
    const [stranger] = await couple();
    const goalId = reach(coupleId, ada, bob);
    expect(await stranger.refusal(keepGoal, { goalId })).toMatchObject({ code: 'GOAL_NOT_FOUND' });
    expect(await memories.user().refusal(keepGoal, { goalId })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.refusal(keepGoal, { goalId: 'g1' })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
