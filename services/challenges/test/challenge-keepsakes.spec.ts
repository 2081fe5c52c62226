import { randomUUID } from 'node:crypto';
import {
  type ChallengeView,
  getKeepsakeSource,
  keepsakePurged,
  listFinishedChallenges,
  listYearChallenges,
  recordKeepsake,
  reflectOnChallenge,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { SECRET, challengeUpdates, complete, seen } from './challenge-calls.js';
import { RunningChallenges, running, secretStep, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const { changesOf } = challengeUpdates(() => challenges);

describe('reflections', () => {
  it('are shown when both are given, and the number never', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf()] });
    await complete(ada, challenge);
    const { _id: id } = challenge;
    await ada.call(reflectOnChallenge, { id, text: 'Hard for me', mood: 2 });
    expect((await ada.call(reflectOnChallenge, { id, text: 'Good for me', mood: 1 })).reflections).toMatchObject([
      { user: ada.id, text: 'Good for me', mood: 1 },
    ]);
    expect((await seen(bob, challenge)).reflections).toEqual([]);
    expect((await bob.call(reflectOnChallenge, { id, text: 'Lovely', mood: 5 })).reflections).toMatchObject([
      { user: ada.id, text: 'Good for me', mood: null },
      { user: bob.id, text: 'Lovely', mood: 5 },
    ]);
    expect(await ada.refusal(reflectOnChallenge, { id, text: 'No', mood: 3 })).toMatchObject({
      code: 'CHALLENGE_STATE',
    });
  });
});

describe('a keepsake', () => {
  const sourceOf = (by: TestUser, { _id: challengeId }: ChallengeView) =>
    challenges.bus.call(getKeepsakeSource, { userId: by.id, challengeId });
  const record = (by: TestUser, { _id: id }: ChallengeView, capsuleId: string) =>
    by.call(recordKeepsake, { id, capsuleId });

  it('is made of what both may read, in the order of the steps', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const steps = [stepOf(), secretStep(), secretStep({ title: 'And what not?' })];
    const made = await running(ada, bob, { steps, completionRule: { anyN: 2 } });
    await complete(bob, made, 2, { text: SECRET });
    await complete(ada, made, 1, { text: 'The sea' });
    await expect(sourceOf(ada, made)).rejects.toMatchObject({ code: 'CHALLENGE_STATE' });
    await complete(bob, made, 1, { text: 'The hills' });
    await complete(ada, made, 0);
    const source = await sourceOf(bob, made);
    expect(source).toMatchObject({ coupleId, challengeId: made._id, title: made.title });
    expect(source.parts.map(({ step, author, text }) => [step, author, text])).toEqual([
      ['Take a walk', ada.id, null],
      ['What do you like?', ada.id, 'The sea'],
      ['What do you like?', bob.id, 'The hills'],
    ]);
    const [stranger] = await challenges.couple();
    await expect(sourceOf(stranger, made)).rejects.toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    await expect(sourceOf(challenges.user(), made)).rejects.toMatchObject({ code: 'NO_PARTNER' });
  });

  it('is remembered once, and forgotten when it is purged', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const made = await running(ada, bob, { steps: [stepOf()] });
    await complete(ada, made);
    const [capsuleId, other] = [randomUUID(), randomUUID()];
    expect((await seen(bob, made)).actions).toContain('keep');
    await Promise.all([record(ada, made, capsuleId), record(bob, made, capsuleId)]);
    expect(await seen(bob, made)).toMatchObject({ capsuleId, actions: expect.not.arrayContaining(['keep']) });
    expect(await bob.refusal(recordKeepsake, { id: made._id, capsuleId: other })).toMatchObject({
      code: 'CHALLENGE_STATE',
    });
    expect(changesOf(made).filter((change) => change === 'keepsake')).toHaveLength(1);
    const purge = (id: string) =>
      challenges.bus.publish(keepsakePurged, coupleId, { coupleId, challengeId: made._id, capsuleId: id });
    await purge(other);
    await purge(capsuleId);
    await eventually(async () => expect((await seen(ada, made)).actions).toContain('keep'));
    expect((await seen(ada, made)).capsuleId).toBeNull();
  });

  it('of a year can have the challenges that were completed in it', async () => {
    const [ada, bob] = await challenges.couple();
    const [first, second, open] = [
      await running(ada, bob, { steps: [stepOf()], title: 'First' }),
      await running(ada, bob, { steps: [stepOf()], title: 'Second' }),
      await running(ada, bob),
    ];
    await complete(ada, first);
    challenges.itIs('2026-12-31T12:00:00Z');
    await complete(ada, second);
    const year = (from: string, to: string) =>
      challenges.bus.call(listYearChallenges, { userId: bob.id, from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` });
    const all = await year('2026-01-01', '2027-01-01');
    expect([all.count, all.challenges.map(({ title }) => title)]).toEqual([2, ['Second', 'First']]);
    expect(await year('2026-12-01', '2026-12-31')).toMatchObject({ count: 0, challenges: [] });
    const challengeIds = [first._id, open._id];
    const chosen = await challenges.bus.call(listFinishedChallenges, { userId: ada.id, challengeIds });
    expect(chosen.challenges).toEqual([
      { challengeId: first._id, title: 'First', completedAt: '2026-11-22T12:00:00.000Z' },
    ]);
    const [stranger] = await challenges.couple();
    const theirs = await challenges.bus.call(listFinishedChallenges, { userId: stranger.id, challengeIds });
    expect(theirs.challenges).toEqual([]);
  });
});
