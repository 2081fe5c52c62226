import {
  type ChallengeStage,
  type ChallengeView,
  cancelChallenge,
  completeStep,
  extendChallenge,
  getChallenge,
  pauseChallenge,
  respondToChallenge,
  resumeChallenge,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningChallenges, propose, running, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

/** The evening of the day after the reminder. */
const DUE = '2026-11-30T18:00:00Z';

const expectStages = (challenge: ChallengeView, stages: [ChallengeStage, string | null][]) =>
  eventually(async () => expect(await challenges.stagesOf(challenge)).toEqual(stages));

const pendingReminder = async ({ _id }: ChallengeView): Promise<string | null> => {
  const [job] = await challenges.rows<{ due_at: Date }>(
    "SELECT due_at FROM jobs WHERE queue = 'due-reminders' AND key = $1",
    [_id],
  );
  return job?.due_at.toISOString() ?? null;
};

/** Both replicas look for due reminders until this one is handled. */
const expectHandled = (challenge: ChallengeView) =>
  eventually(async () => {
    challenges.remind();
    expect(await pendingReminder(challenge)).toBeNull();
  });

describe('the stages of a challenge', () => {
  it('reach other services once each, also when pressed twice at once', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await propose(ada, { steps: [stepOf()] });
    const { _id: id, steps } = challenge;
    const accept = () => bob.call(respondToChallenge, { id, action: 'accept' });
    await Promise.all([accept(), accept()]);
    const step = { id, stepId: steps[0]?._id ?? '' };
    await Promise.allSettled([ada.call(completeStep, step), bob.call(completeStep, step)]);
    await eventually(async () => expect(await challenges.stagesOf(challenge)).toHaveLength(3));
    const [proposed, accepted, completed] = await challenges.stagesOf(challenge);
    expect([proposed, accepted]).toEqual([
      ['proposed', ada.id],
      ['accepted', bob.id],
    ]);
    expect(completed).toEqual(['completed', expect.any(String)]);
  });

  it('are none for other presses', async () => {
    const [ada, bob] = await challenges.couple();
    const declined = await propose(ada);
    await bob.call(respondToChallenge, { id: declined._id, action: 'reject' });
    const paused = await running(ada, bob);
    for (const press of [pauseChallenge, resumeChallenge, cancelChallenge]) await bob.call(press, { id: paused._id });
    await expectStages(paused, [
      ['proposed', ada.id],
      ['accepted', bob.id],
    ]);
    await expectStages(declined, [['proposed', ada.id]]);
  });

  it('include a due date that passed, once over two replicas, while it can still be extended', async () => {
    const [ada, bob] = await challenges.couple();
    const [late, over] = [await running(ada, bob, { dueAt: DUE }), await running(ada, bob, { dueAt: DUE })];
    const before: [ChallengeStage, string | null][] = [
      ['proposed', ada.id],
      ['accepted', bob.id],
    ];
    await challenges.rows('UPDATE challenges SET turns_at = NULL WHERE id = $1', [over._id]);
    challenges.itIs('2026-11-30T18:00:00Z');
    await Promise.all([challenges.passMinute(), bob.call(getChallenge, { id: late._id })]);
    await expectStages(late, [...before, ['overdue', null]]);
    // Nobody looked before the days of grace were over.
    await challenges.rows('UPDATE challenges SET turns_at = due_at WHERE id = $1', [over._id]);
    challenges.itIs('2026-12-04T18:00:00Z');
    await challenges.passMinute();
    expect((await ada.call(getChallenge, { id: over._id })).status).toBe('expired');
    const last = await propose(ada);
    await expectStages(last, [['proposed', ada.id]]);
    await expectStages(over, before);
  });
});

describe('the reminder of a due date', () => {
  it('comes at nine by the couple’s clock on the day before, once over two replicas', async () => {
    const [ada, bob] = await challenges.couple('America/Los_Angeles');
    const challenge = await running(ada, bob, { dueAt: '2026-11-30T20:00:00Z' });
    expect(await pendingReminder(challenge)).toBe('2026-11-29T17:00:00.000Z');
    challenges.itIs('2026-11-29T17:00:00Z');
    await expectHandled(challenge);
    await expectStages(challenge, [
      ['proposed', ada.id],
      ['accepted', bob.id],
      ['due_tomorrow', null],
    ]);
  });

  it('counts midnight to the day that it ends, and is none for a due date of today or tomorrow noon', async () => {
    const [ada, bob] = await challenges.couple();
    expect(await pendingReminder(await running(ada, bob, { dueAt: '2026-12-01T00:00:00Z' }))).toBe(
      '2026-11-29T09:00:00.000Z',
    );
    for (const dueAt of ['2026-11-22T20:00:00Z', '2026-11-23T12:00:00Z'])
      expect(await pendingReminder(await running(ada, bob, { dueAt }))).toBeNull();
  });

  it('waits for the answer, moves with the date, rests in a pause and ends with the challenge', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await propose(ada, { dueAt: DUE });
    const { _id: id } = challenge;
    expect(await pendingReminder(challenge)).toBeNull();
    await bob.call(respondToChallenge, { id, action: 'accept' });
    expect(await pendingReminder(challenge)).toBe('2026-11-29T09:00:00.000Z');
    await ada.call(extendChallenge, { id, dueAt: '2026-12-05T18:00:00Z' });
    expect(await pendingReminder(challenge)).toBe('2026-12-04T09:00:00.000Z');
    await ada.call(pauseChallenge, { id });
    expect(await pendingReminder(challenge)).toBeNull();
    challenges.itIs('2026-11-24T12:00:00Z');
    await ada.call(resumeChallenge, { id });
    expect(await pendingReminder(challenge)).toBe('2026-12-06T09:00:00.000Z');
    await bob.call(cancelChallenge, { id });
    expect(await pendingReminder(challenge)).toBeNull();
  });

  it('ends with the couple and comes back with it', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: DUE });
    await challenges.unlink(ada, bob, coupleId);
    expect(await pendingReminder(challenge)).toBeNull();
    await challenges.relink(ada, bob, coupleId, 3);
    expect(await pendingReminder(challenge)).toBe('2026-11-29T09:00:00.000Z');
  });

  it('is dropped when it would name the wrong day', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: DUE });
    challenges.itIs('2026-11-30T00:00:00Z');
    await expectHandled(challenge);
    challenges.itIs('2026-11-30T18:00:00Z');
    await challenges.passMinute();
    await expectStages(challenge, [
      ['proposed', ada.id],
      ['accepted', bob.id],
      ['overdue', null],
    ]);
  });
});
