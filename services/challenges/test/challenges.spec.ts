import { randomUUID } from 'node:crypto';
import {
  type ChallengeView,
  FIELD_TEXTS,
  LIMITS,
  challengeCompleted,
  challengeStepCompleted,
  challengeUpdated,
  changeChallenge,
  completeStep,
  coupleLinked,
  dailyRevealed,
  deleteChallenge,
  extendChallenge,
  getChallenge,
  getChallengeStatistics,
  getKeepsakeSource,
  keepsakePurged,
  letGoChallenge,
  listBadges,
  listChallenges,
  listFinishedChallenges,
  listYearChallenges,
  pauseChallenge,
  proposeChallenge,
  recordKeepsake,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
  searchChallenges,
  skipStep,
  undoStep,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { DailyAwards } from '../src/awards/daily-awards.js';
import { RunningChallenges, propose, running, secretStep, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const SECRET = 'nobody may read this before both have written';

const seen = (by: TestUser, { _id: id }: ChallengeView) => by.call(getChallenge, { id });

const stepIdOf = ({ steps }: ChallengeView, position = 0): string => steps[position]?._id ?? '';

const complete = (by: TestUser, challenge: ChallengeView, position = 0, more: object = {}) =>
  by.call(completeStep, { id: challenge._id, stepId: stepIdOf(challenge, position), ...more });

const refusedStep = (by: TestUser, challenge: ChallengeView, position = 0, more: object = {}) =>
  by.refusal(completeStep, { id: challenge._id, stepId: stepIdOf(challenge, position), ...more });

const changesOf = ({ _id }: ChallengeView) =>
  challenges.bus
    .live(challengeUpdated)
    .filter(({ update }) => update.challengeId === _id)
    .map(({ update }) => update.action);

const stepsOf = ({ _id }: ChallengeView) =>
  challenges.bus.live(challengeStepCompleted).filter(({ step }) => step.challengeId === _id);

const completionsOf = ({ _id }: ChallengeView) =>
  challenges.bus.live(challengeCompleted).filter(({ completed }) => completed.challengeId === _id);

/** Live updates may arrive after the answer of the call that caused them. */
const expectChanges = (challenge: ChallengeView, changes: string[]) =>
  eventually(async () => expect(changesOf(challenge)).toEqual(changes));

const NO_FIGURES = { capsules: 0, reveals: 0, rhythm: 0, daysTogether: 1 };
const badgesOf = (by: TestUser, figures: object = {}) => by.call(listBadges, { ...NO_FIGURES, ...figures });
const pointsOf = async (by: TestUser) => (await badgesOf(by)).points;

/** Sends the same press twice and the other member's once, all at the same moment. @returns how many succeeded */
const atOnce = async (...presses: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(presses)).filter(({ status }) => status === 'fulfilled').length;

describe('proposing', () => {
  it('waits for the partner, names itself in one live update, and is idempotent by clientId', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const clientId = randomUUID();
    const [first, again] = [await propose(ada, { clientId }), await propose(ada, { clientId })];
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      coupleId,
      proposedBy: ada.id,
      status: 'proposed',
      startAt: null,
      lapsesAt: '2026-12-06T12:00:00.000Z',
      progress: { done: 0, total: 2 },
      points: 0,
      version: 1,
      actions: ['change_details', 'cancel'],
    });
    expect(first.steps.map(({ actions }) => actions)).toEqual([[], []]);
    expect((await bob.call(listChallenges, {})).challenges).toMatchObject([
      { _id: first._id, actions: ['accept', 'reject'] },
    ]);
    await expectChanges(first, ['proposed']);
  });

  it('from a template copies its words and makes people of its roles', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await ada.call(proposeChallenge, { templateId: 'care-small-favours', clientId: randomUUID() });
    expect(challenge).toMatchObject({
      templateId: 'care-small-favours',
      category: 'care',
      completionRule: { anyN: 3 },
    });
    expect(challenge.steps.map(({ who }) => who)).toEqual(['either', 'either', 'either', bob.id, ada.id]);
    expect(challenge.progress).toEqual({ done: 0, total: 3 });
    const input = { templateId: 'no-such-template', clientId: randomUUID() };
    expect(await ada.refusal(proposeChallenge, input)).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  it.each([
    ['no title', { title: ' ' }],
    ['no steps', { steps: [] }],
    ['31 steps', { steps: Array.from({ length: 31 }, () => stepOf()) }],
    ['no category', { category: undefined }],
    ['a step of another shape', { steps: [{ ...stepOf(), extra: { deep: { deeper: {} } } }] }],
    ['a long step', { steps: [stepOf({ title: 'x'.repeat(121) })] }],
    ['a secret of one', { steps: [stepOf({ reveal: 'when_both' })] }],
    ['more steps to complete than there are', { completionRule: { anyN: 3 } }],
    ['a rule of another shape', { completionRule: { anyN: 1, all: true } }],
    ['null for a rule', { completionRule: null }],
    ['null for words', { description: null }],
    ['null for a template', { templateId: null }],
    ['a due date that has passed', { dueAt: '2026-11-22T11:59:00Z' }],
    ['a due date before the start', { startAt: '2026-11-25T00:00:00Z', dueAt: '2026-11-24T00:00:00Z' }],
    ['a due date too far ahead', { dueAt: '2029-11-22T12:00:00Z' }],
    ['a day that no calendar has', { dueAt: '2027-02-30T00:00:00Z' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await challenges.couple();
    const input = { title: 'Outside', category: 'play', steps: [stepOf(), stepOf()], clientId: randomUUID(), ...more };
    expect(await ada.refusal(proposeChallenge, input as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('can be changed by its proposer, on the version that was seen', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await propose(ada);
    const { _id: id } = challenge;
    const changed = await ada.call(changeChallenge, {
      id,
      version: 1,
      title: 'A month outside',
      dueAt: '2026-12-24T12:00:00Z',
    });
    expect(changed).toMatchObject({ title: 'A month outside', dueAt: '2026-12-24T12:00:00.000Z', version: 2 });
    expect(await ada.refusal(changeChallenge, { id, version: 1, title: 'Late' })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { title: 'A month outside' },
    });
    expect(await bob.refusal(changeChallenge, { id, version: 2, title: 'Mine' })).toMatchObject({ code: 'NOT_YOURS' });
  });

  it('keeps its start before its end, and a start that has passed hinders no other change', async () => {
    const [ada] = await challenges.couple();
    const startAt = '2026-11-23T12:00:00.000Z';
    const { _id: id } = await propose(ada, { startAt });
    const early = { id, version: 1, dueAt: '2026-11-23T00:00:00Z' };
    expect(await ada.refusal(changeChallenge, early)).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'dueAt', message: FIELD_TEXTS.dueTooEarly }],
    });
    challenges.itIs('2026-11-24T12:00:00Z');
    expect(await ada.call(changeChallenge, { id, version: 1, title: 'Later', startAt })).toMatchObject({
      title: 'Later',
      startAt,
    });
    const another = { id, version: 2, startAt: '2026-11-24T00:00:00Z' };
    expect(await ada.refusal(changeChallenge, another)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lists by shelf, status, category and page', async () => {
    const [ada, bob] = await challenges.couple();
    const first = await propose(ada);
    const second = await running(ada, bob, { category: 'play' });
    const third = await propose(bob);
    await ada.call(respondToChallenge, { id: third._id, action: 'reject', note: 'Another time' });
    const idsOf = async (query: object) => (await ada.call(listChallenges, query)).challenges.map(({ _id }) => _id);
    expect(await idsOf({})).toEqual([third._id, second._id, first._id]);
    expect(await idsOf({ shelf: 'current' })).toEqual([second._id, first._id]);
    expect(await idsOf({ shelf: 'history' })).toEqual([third._id]);
    expect(await idsOf({ status: 'active' })).toEqual([second._id]);
    expect(await idsOf({ category: 'play' })).toEqual([second._id]);
    const page = await ada.call(listChallenges, { limit: 2 });
    expect(page.nextCursor).toBe(second._id);
    expect(await idsOf({ limit: 2, cursor: second._id })).toEqual([first._id]);
    expect(await seen(bob, third)).toMatchObject({ status: 'declined', note: 'Another time' });
  });
});

describe('steps', () => {
  it('of both are complete when both are done, and give their points once', async () => {
    const [ada, bob] = await challenges.couple();
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
      { partnerId: bob.id, step: { user: { _id: ada.id, firstName: 'Ada' }, stepComplete: false } },
      { partnerId: ada.id, step: { user: { _id: bob.id, firstName: 'Bob' }, stepComplete: true } },
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
    expect(await bob.refusal(undoStep, step)).toMatchObject({ code: 'CHALLENGE_STATE' });
    expect(await ada.call(undoStep, step)).toMatchObject({ progress: { done: 0, total: 2 }, points: 0 });
    expect(await pointsOf(bob)).toBe(0);
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

describe('time', () => {
  it('passes for a challenge behind a page of others that fail, and for those in a later run', async () => {
    const [ada] = await challenges.couple();
    const { _id: id } = await propose(ada);
    const statuses = (ids: string[]) =>
      challenges.rows('SELECT DISTINCT status FROM challenges WHERE id = ANY($1)', [ids]);
    challenges.itIs('2026-12-06T12:00:00Z');
    const copies = await challenges.withBrokenCopies('challenges', id, async () => {
      await challenges.passMinute();
      expect(await statuses([id])).toEqual([{ status: 'expired' }]);
    });
    expect(await statuses(copies)).toEqual([{ status: 'proposed' }]);
    await challenges.passMinute();
    expect(await statuses(copies)).toEqual([{ status: 'expired' }]);
  });

  it('ends every pending state within a month, with or without reads', async () => {
    const [ada, bob] = await challenges.couple();
    const proposal = await propose(ada);
    const dated = await propose(ada, { dueAt: '2026-11-24T12:00:00Z' });
    const paused = await running(ada, bob, { dueAt: '2026-11-25T12:00:00Z' });
    await ada.call(pauseChallenge, { id: paused._id });
    const late = await running(ada, bob, { dueAt: '2026-11-30T12:00:00Z' });
    const states: Record<string, string[]> = {};
    for (let day = 0; day <= 38; day += 1) {
      challenges.itIs(new Date(Date.UTC(2026, 10, 22 + day, 12)).toISOString());
      if (day % 2 === 0) await challenges.passMinute();
      for (const [name, challenge] of Object.entries({ proposal, dated, paused, late })) {
        const { status, overdue } = await seen(day % 3 === 0 ? ada : bob, challenge);
        const state = overdue ? 'overdue' : status;
        if (states[name]?.at(-1)?.split(' ')[1] !== state) (states[name] ??= []).push(`${day} ${state}`);
      }
    }
    expect(states).toEqual({
      proposal: ['0 proposed', '14 expired'],
      dated: ['0 proposed', '2 expired'],
      paused: ['0 paused', '30 active', '33 overdue', '36 expired'],
      late: ['0 active', '8 overdue', '11 expired'],
    });
    await expectChanges(paused, ['proposed', 'accepted', 'paused', 'resumed', 'overdue', 'expired']);
  });

  it('catches up in one read with all that has happened', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: '2026-11-25T12:00:00Z' });
    await ada.call(pauseChallenge, { id: challenge._id });
    challenges.itIs('2027-03-01T12:00:00Z');
    expect(await seen(bob, challenge)).toMatchObject({ status: 'expired', overdue: false, version: 6 });
  });

  it('stops while the challenge is paused', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, {
      dueAt: '2026-11-25T12:00:00Z',
      steps: [stepOf(), stepOf({ opensAt: 2 })],
    });
    await ada.call(pauseChallenge, { id: challenge._id });
    challenges.itIs('2026-12-02T12:00:00Z');
    expect(await bob.call(resumeChallenge, { id: challenge._id })).toMatchObject({
      dueAt: '2026-12-05T12:00:00.000Z',
      steps: [{ opensAt: '2026-11-22T12:00:00.000Z' }, { opensAt: '2026-12-03T00:00:00.000Z' }],
    });
  });

  it('leaves an overdue challenge 72 hours to be extended or done', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: '2026-11-25T12:00:00Z' });
    challenges.itIs('2026-11-28T11:59:00Z');
    const { _id: id } = challenge;
    expect(await seen(ada, challenge)).toMatchObject({ overdue: true, lapsesAt: '2026-11-28T12:00:00.000Z' });
    expect(await ada.refusal(extendChallenge, { id, dueAt: '2026-11-25T13:00:00Z' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect((await complete(ada, challenge)).progress.done).toBe(1);
    expect(await bob.call(extendChallenge, { id, dueAt: '2026-12-01T12:00:00Z' })).toMatchObject({ overdue: false });
    challenges.itIs('2026-11-30T12:00:00Z');
    expect(await seen(ada, challenge)).toMatchObject({ status: 'active', overdue: false });
  });
});

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

describe('deleting', () => {
  it('needs both where the partner has written something', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf()] });
    await complete(bob, challenge, 0, { text: 'words of Bob' });
    const { _id: id } = challenge;
    const wish = await ada.refusal(deleteChallenge, { id });
    expect(wish).toMatchObject({ code: 'PARTNER_CONTENT', current: { deleteConfirmedBy: [ada.id] } });
    challenges.itIs('2026-11-29T12:00:00Z');
    expect((await seen(bob, challenge)).deleteConfirmedBy).toEqual([]);
    await bob.call(deleteChallenge, { id });
    expect(await ada.refusal(getChallenge, { id })).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    await expectChanges(challenge, ['proposed', 'accepted', 'delete_asked', 'deleted']);
    expect(await pointsOf(ada)).toBe(60);
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

describe('a search of challenges', () => {
  it('finds titles, descriptions and steps by their words, and never an answer', async () => {
    const [ada, bob] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const found = async (by: TestUser, q: string, limit = 5) => {
      const { hits, more } = await by.call(searchChallenges, { q, limit });
      return [hits.map(({ title, text }) => [title, text]), more];
    };
    const challenge = await running(ada, bob, {
      title: 'Crème brûlée',
      description: 'Sugar and fire',
      steps: [secretStep()],
    });
    await propose(ada, { title: 'A walk', steps: [stepOf({ title: 'Carry a lantern' })] });
    await complete(ada, challenge, 0, { text: SECRET, clientId: randomUUID() });
    expect(await found(bob, 'creme BRU')).toEqual([[['Crème brûlée', '']], false]);
    expect(await found(bob, 'fire')).toEqual([[['Crème brûlée', 'Sugar and fire\nWhat do you like?']], false]);
    expect(await found(ada, 'lantern')).toEqual([[['A walk', 'Carry a lantern']], false]);
    expect(await found(ada, 'a', 1).catch(({ code }) => code)).toBe('VALIDATION_FAILED');
    expect(await found(ada, 'wh', 1)).toEqual([[['Crème brûlée', 'Sugar and fire\nWhat do you like?']], false]);
    for (const q of ['nobody', 'written', '%%']) expect(await found(bob, q)).toEqual([[], false]);
    expect(await found(stranger, 'lantern')).toEqual([[], false]);
    expect(await challenges.user().refusal(searchChallenges, { q: 'lantern' })).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('strangers and an ended couple', () => {
  it('find nothing, and nothing lands in it', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const challenge = await running(ada, bob);
    const { _id: id } = challenge;
    expect(await stranger.refusal(getChallenge, { id })).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await refusedStep(stranger, challenge)).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await challenges.user().refusal(getChallenge, { id })).toMatchObject({ code: 'NO_PARTNER' });
    await challenges.unlink(ada, bob, coupleId);
    expect(await refusedStep(ada, challenge)).toMatchObject({ code: 'NO_PARTNER' });
    expect(await bob.refusal(getChallenge, { id })).toMatchObject({ code: 'NO_PARTNER' });
    const members = [ada.snapshot, bob.snapshot] as const;
    const linkedAt = '2026-11-22T12:00:00.000Z';
    const again = {
      coupleId,
      members: [...members] as [(typeof members)[0], (typeof members)[1]],
      linkedAt,
      timezone: 'UTC',
      version: 3,
    };
    await challenges.bus.publish(coupleLinked, coupleId, again);
    await eventually(async () => expect(await seen(ada, challenge)).toMatchObject({ status: 'active' }));
  });
});
