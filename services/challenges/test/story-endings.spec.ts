import { randomUUID } from 'node:crypto';
import {
  getStoryKeepsakeSource,
  listBadges,
  listStories,
  recordStoryKeepsake,
  storyKeepsakePurged,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { STORIES } from '../src/stories/story-library.js';
import { RunningChallenges } from './running-challenges.js';
import { readTo, seen, start, started, storyCalls } from './story-readers.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const { atChoice, kindsOf, stagesOf } = storyCalls(() => challenges);

describe('an ending', () => {
  it.each([...STORIES.keys()])('finishes %s with its whole path, and announces it once', async (templateId) => {
    const [ada, bob] = await challenges.couple();
    const reading = await readTo(ada, bob, await started(ada, bob, { templateId }), 'ending');
    expect(reading).toMatchObject({
      status: 'finished',
      node: { kind: 'ending' },
      actions: ['keep'],
      waitsForMe: false,
    });
    expect(reading.finishedAt).not.toBeNull();
    expect(JSON.stringify(reading)).not.toContain('{{');
    await eventually(async () =>
      expect((await stagesOf(reading)).filter(({ step }) => step === 'finished')).toHaveLength(1),
    );
    const { stories } = await bob.call(listStories, {});
    expect(stories.find(({ _id }) => _id === templateId)).toMatchObject({
      open: null,
      finished: [{ _id: reading._id }],
    });
    expect((await start(bob, { templateId }))._id).not.toBe(reading._id);
  });
});

describe('a finished story', () => {
  const figures = { capsules: 0, reveals: 0, rhythm: 0, daysTogether: 0 };

  async function finished() {
    const [ada, bob, coupleId] = await challenges.couple();
    const reading = await readTo(ada, bob, await started(ada, bob), 'ending');
    const source = (user: TestUser, id = reading._id) =>
      challenges.bus.call(getStoryKeepsakeSource, { userId: user.id, id });
    return { ada, bob, coupleId, reading, source };
  }

  it('gives a badge, and to memories the way that the two took, in its order', async () => {
    const { ada, bob, reading, source } = await finished();
    const { badges } = await bob.call(listBadges, figures);
    expect(badges.filter(({ earnedAt }) => earnedAt !== null).map(({ id }) => id)).toEqual(['story_finished']);
    const { title, ending, parts } = await source(bob);
    expect([title, ending]).toEqual([reading.title, reading.node?.text]);
    const passed = reading.path.flatMap(({ node, answers }) => answers.map(({ user }) => [node.text, user]));
    expect(parts.map(({ page, author }) => [page, author])).toEqual(passed);
    expect(parts.map(({ text }) => text)).toContain('By the front door, with the bell and some drama');
    expect(parts.filter(({ text }) => text === 'a line')).toHaveLength(6);
    expect(parts.filter(({ author }) => author === ada.id)).toHaveLength(parts.length / 2);
  });

  it('has one keepsake, and another once it was purged', async () => {
    const { ada, bob, coupleId, reading } = await finished();
    const [capsuleId, other] = [randomUUID(), randomUUID()];
    const record = (user: TestUser, id: string) => user.call(recordStoryKeepsake, { id: reading._id, capsuleId: id });
    await Promise.all([record(ada, capsuleId), record(bob, capsuleId)]);
    expect(await seen(bob, reading)).toMatchObject({ capsuleId, actions: [] });
    expect(await bob.refusal(recordStoryKeepsake, { id: reading._id, capsuleId: other })).toMatchObject({
      code: 'STORY_STATE',
    });
    expect(kindsOf(reading).slice(-2)).toEqual(['story_advanced', 'story_changed']);
    for (const id of [other, capsuleId])
      await challenges.bus.publish(storyKeepsakePurged, coupleId, {
        coupleId,
        sessionId: reading._id,
        capsuleId: id,
      });
    await eventually(async () =>
      expect(await seen(ada, reading)).toMatchObject({ capsuleId: null, actions: ['keep'] }),
    );
  });

  it('is nothing to keep before its ending, and nothing for strangers', async () => {
    const { reading, source } = await finished();
    const [cem, dora, open] = await atChoice();
    for (const [user, id, code] of [
      [cem, open._id, 'STORY_STATE'],
      [dora, reading._id, 'STORY_NOT_FOUND'],
      [challenges.user(), reading._id, 'NO_PARTNER'],
    ] as const) {
      await expect(source(user, id)).rejects.toMatchObject({ code });
      expect(await user.refusal(recordStoryKeepsake, { id, capsuleId: randomUUID() })).toMatchObject({ code });
    }
  });
});
