import { randomUUID } from 'node:crypto';
import {
  type ChallengeView,
  LIMITS,
  challengeCompleted,
  challengeStepCompleted,
  challengeUpdated,
  changeChallenge,
  dailyRevealed,
  getChallengeStatistics,
  letGoChallenge,
  listChallenges,
  pauseChallenge,
  respondToChallenge,
  resumeChallenge,
  skipStep,
  undoStep,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { DailyAwards } from '../src/awards/daily-awards.js';
import {
  SECRET,
  badgesOf,
  challengeUpdates,
  complete,
  pointsOf,
  refusedStep,
  seen,
  stepIdOf,
} from './challenge-calls.js';
import { RunningChallenges, propose, running, secretStep, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const { expectChanges } = challengeUpdates(() => challenges);

const stepsOf = ({ _id }: ChallengeView) =>
  challenges.bus.live(challengeStepCompleted).filter(({ step }) => step.challengeId === _id);

const completionsOf = ({ _id }: ChallengeView) =>
  challenges.bus.live(challengeCompleted).filter(({ completed }) => completed.challengeId === _id);

/** Sends the same press twice and the other member's once, all at the same moment. @returns how many succeeded */
const atOnce = async (...presses: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(presses)).filter(({ status }) => status === 'fulfilled').length;

describe('steps', () => {
  it('of both are complete when both are done, and give their points once', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf({ who: 'both' }), stepOf()] });
    const clientId = randomUUID();
    const once = await complete(ada, challenge, 0, { clientId });
    expect(once).toMatchObject({ progress: { done: 0, total: 2 }, points: 0, version: 3 });
    expect(once.steps[0]).toMatchObject({ state: 'todo', actions: ['undo', 'skip'], parts: [{ user: ada.id }] });
    expect(await complete(ada, challenge, 0, { clientId })).toEqual(once);
    expect(await refusedStep(ada, challenge)).toMatchObject({ code: 'ALREADY_DONE' });
    expect(await complete(bob, challenge)).toMatchObject({
      progress: { done: 1, total: 2 },
      points: LIMITS.stepPoints,
    });
    expect(await pointsOf(ada)).toBe(10);
    await eventually(async () => expect(stepsOf(challenge)).toHaveLength(2));
    expect(stepsOf(challenge)).toMatchObject([
      { coupleId, step: { user: { _id: ada.id, firstName: 'Ada' }, stepComplete: false } },
      { coupleId, step: { user: { _id: bob.id, firstName: 'Bob' }, stepComplete: true } },
    ]);
    await expectChanges(challenge, ['proposed', 'accepted']);
  });

  it('of one are that person’s alone', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf({ who: 'partner' }), stepOf()] });
    expect((await seen(ada, challenge)).steps[0]).toMatchObject({ who: bob.id, actions: ['skip'] });
    expect(await refusedStep(ada, challenge)).toMatchObject({ code: 'NOT_YOURS' });
    expect((await complete(bob, challenge)).progress.done).toBe(1);
  });

  it('open on their day in the couple’s zone', async () => {
    const [ada, bob] = await challenges.couple('America/New_York');
    const challenge = await running(ada, bob, { steps: [stepOf(), stepOf({ opensAt: 3 })] });
    expect(challenge.steps.map(({ opensAt }) => opensAt)).toEqual([
      '2026-11-22T12:00:00.000Z',
      '2026-11-24T05:00:00.000Z',
    ]);
    expect(await refusedStep(ada, challenge, 1)).toMatchObject({ code: 'STEP_NOT_OPEN' });
    challenges.itIs('2026-11-24T05:00:00Z');
    expect((await complete(ada, challenge, 1)).progress.done).toBe(1);
  });

  it('require words where the proof is text, and words where a picture is missing', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf({ proof: 'text' }), stepOf({ proof: 'photo' })] });
    expect(await refusedStep(ada, challenge, 0, { text: '  ' })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refusedStep(ada, challenge, 0, { text: 'x'.repeat(1_001) })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await refusedStep(bob, challenge, 1)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await complete(bob, challenge, 1, { text: 'On the roof.' })).progress.done).toBe(1);
    expect(await complete(ada, challenge, 0, { text: 'We saw a fox.' })).toMatchObject({ status: 'completed' });
  });

  it('can be undone for ten minutes, which takes the points back', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob);
    const step = { id: challenge._id, stepId: stepIdOf(challenge) };
    await complete(ada, challenge);
    expect(await bob.call(undoStep, step)).toMatchObject({ progress: { done: 1, total: 2 }, points: 10 });
    const undone = await ada.call(undoStep, step);
    expect(undone).toMatchObject({ progress: { done: 0, total: 2 }, points: 0 });
    expect(await pointsOf(bob)).toBe(0);
    expect(await ada.call(undoStep, step)).toEqual(undone);
    await expectChanges(challenge, ['proposed', 'accepted', 'step_undone']);
    await complete(ada, challenge);
    challenges.itIs('2026-11-22T12:10:00Z');
    expect(await ada.refusal(undoStep, step)).toMatchObject({ code: 'CHALLENGE_STATE' });
    expect(await pointsOf(bob)).toBe(10);
  });

  it('are skipped when both agree, but never the last one', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob);
    const [first, last] = [0, 1].map((position) => ({ id: challenge._id, stepId: stepIdOf(challenge, position) }));
    if (!first || !last) throw new Error('two steps were proposed');
    expect((await ada.call(skipStep, first)).steps[0]).toMatchObject({ skipAskedBy: ada.id, actions: ['complete'] });
    expect((await ada.call(skipStep, first)).steps[0]).toMatchObject({ state: 'todo' });
    challenges.itIs('2026-11-29T12:00:00Z');
    expect((await bob.call(skipStep, first)).steps[0]).toMatchObject({ state: 'todo', skipAskedBy: bob.id });
    const skipped = await ada.call(skipStep, first);
    expect(skipped.steps[0]).toMatchObject({ state: 'skipped', actions: [] });
    expect(skipped.progress).toEqual({ done: 0, total: 1 });
    expect(await ada.call(skipStep, first)).toEqual(skipped);
    expect((await bob.call(skipStep, first)).version).toBe(skipped.version);
    expect(await ada.refusal(skipStep, last)).toMatchObject({ code: 'CHALLENGE_STATE' });
    expect(await refusedStep(ada, challenge)).toMatchObject({ code: 'ALREADY_DONE' });
    expect(await complete(bob, challenge, 1)).toMatchObject({ status: 'completed', points: 60 });
  });

  it('of any number complete the challenge when enough are done', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { completionRule: { anyN: 2 }, steps: [stepOf(), stepOf(), stepOf()] });
    await complete(ada, challenge, 2);
    const done = await complete(bob, challenge, 0);
    expect(done).toMatchObject({ status: 'completed', progress: { done: 2, total: 2 }, points: 70 });
    expect(await refusedStep(ada, challenge, 1)).toMatchObject({ code: 'CHALLENGE_STATE' });
  });
});

describe('proofs that wait for each other', () => {
  it('are in no answer before both are handed in', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [secretStep(), stepOf()] });
    const own = await complete(ada, challenge, 0, { text: SECRET });
    expect(own.steps[0]?.parts).toMatchObject([{ user: ada.id, text: SECRET, hidden: false }]);
    const others = [
      await seen(bob, challenge),
      await bob.call(listChallenges, {}),
      await bob.refusal(changeChallenge, { id: challenge._id, version: 1, title: 'x' }),
      await bob.call(pauseChallenge, { id: challenge._id }),
      await bob.call(resumeChallenge, { id: challenge._id }),
    ];
    await eventually(async () => expect(stepsOf(challenge)).toHaveLength(1));
    expect(JSON.stringify([...others, stepsOf(challenge), challenges.bus.live(challengeUpdated)])).not.toContain(
      SECRET,
    );
    expect((await seen(bob, challenge)).steps[0]?.parts).toMatchObject([{ user: ada.id, text: null, hidden: true }]);
    await complete(bob, challenge, 0, { text: 'mine' });
    for (const member of [ada, bob])
      expect((await seen(member, challenge)).steps[0]?.parts.map(({ text }) => text)).toEqual([SECRET, 'mine']);
    const step = { id: challenge._id, stepId: stepIdOf(challenge) };
    for (const member of [ada, bob])
      expect(await member.refusal(undoStep, step)).toMatchObject({ code: 'CHALLENGE_STATE' });
  });

  it('stay hidden where the other never sends one', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [secretStep(), stepOf()], completionRule: { anyN: 1 } });
    await complete(ada, challenge, 0, { text: SECRET });
    await complete(bob, challenge, 1);
    expect(await seen(bob, challenge)).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(await seen(bob, challenge))).not.toContain(SECRET);
  });
});

describe('at the same moment', () => {
  it('one step gives one transition, one event and one award', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf()] });
    expect(await atOnce(complete(ada, challenge), complete(ada, challenge), complete(bob, challenge))).toBe(1);
    await eventually(async () => expect(completionsOf(challenge)).toHaveLength(1));
    expect(stepsOf(challenge)).toHaveLength(1);
    expect(await seen(ada, challenge)).toMatchObject({ status: 'completed', version: 3 });
    expect(await pointsOf(ada)).toBe(60);
  });

  it('both parts of the last step complete the challenge once, with its badge', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf({ who: 'both' })] });
    expect(await atOnce(complete(ada, challenge), complete(bob, challenge))).toBe(2);
    await eventually(async () => expect(completionsOf(challenge)).toHaveLength(1));
    expect(completionsOf(challenge)).toMatchObject([{ completed: { points: 60, badge: 'challenges_1' } }]);
    expect(stepsOf(challenge)).toHaveLength(2);
    expect(await bob.call(getChallengeStatistics, {})).toEqual({ completed: 1 });
  });

  it('answers, pauses and replicas make one transition each', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await propose(ada, { dueAt: '2026-11-25T12:00:00Z' });
    const { _id: id } = challenge;
    const accept = () => bob.call(respondToChallenge, { id, action: 'accept' });
    expect(await atOnce(accept(), accept())).toBe(2);
    expect(await atOnce(ada.call(pauseChallenge, { id }), bob.call(pauseChallenge, { id }))).toBe(2);
    expect(await atOnce(ada.call(resumeChallenge, { id }), bob.call(resumeChallenge, { id }))).toBe(2);
    challenges.itIs('2026-11-25T12:00:00Z');
    await Promise.all([challenges.passMinute(), seen(ada, challenge), seen(bob, challenge)]);
    expect(await atOnce(ada.call(letGoChallenge, { id }), bob.call(letGoChallenge, { id }))).toBe(2);
    await expectChanges(challenge, ['proposed', 'accepted', 'paused', 'resumed', 'overdue', 'expired']);
    expect(await seen(ada, challenge)).toMatchObject({ status: 'expired', version: 6 });
  });

  it('the same proposal is one', async () => {
    const [ada] = await challenges.couple();
    const clientId = randomUUID();
    const made = await Promise.allSettled([propose(ada, { clientId }), propose(ada, { clientId })]);
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect((await ada.call(listChallenges, {})).challenges).toHaveLength(1);
  });
});

describe('points and badges', () => {
  it('come once a day from the daily question', async () => {
    const [ada, , coupleId] = await challenges.couple();
    for (const day of ['2026-11-21', '2026-11-21', '2026-11-22'])
      await challenges.bus.publish(dailyRevealed, coupleId, { coupleId, day });
    await eventually(async () => expect(await pointsOf(ada)).toBe(10));
  });

  it('wait for the link that a reveal has overtaken, as long as one can follow', async () => {
    const [ada, bob] = [challenges.user(), challenges.user()];
    const coupleId = randomUUID();
    const revealed = (at: string) =>
      challenges.app.get(DailyAwards, { strict: false }).revealed({ coupleId, day: '2026-11-20' }, { at });
    await expect(revealed('2026-11-15T12:00:01.000Z')).rejects.toThrow('before the link');
    await revealed('2026-11-15T12:00:00.000Z');
    await challenges.bus.publish(dailyRevealed, coupleId, { coupleId, day: '2026-11-21' });
    await challenges.relink(ada, bob, coupleId, 1);
    await eventually(async () => expect(await pointsOf(ada)).toBe(5));
  });

  it('are given by the figures of the other services, and stay', async () => {
    const [ada, bob] = await challenges.couple();
    const earned = async (by: TestUser, figures: object) =>
      (await badgesOf(by, figures)).badges.filter(({ earnedAt }) => earnedAt !== null).map(({ id }) => id);
    expect(await earned(ada, {})).toEqual([]);
    const figures = { capsules: 1, reveals: 1, rhythm: 30, daysTogether: 400 };
    const all = ['capsule_first', 'reveal_first', 'rhythm_7', 'rhythm_30', 'together_100', 'together_365'];
    expect((await Promise.all([earned(ada, figures), earned(bob, figures)]))[0]).toEqual(all);
    expect(await earned(bob, {})).toEqual(all);
  });
});
