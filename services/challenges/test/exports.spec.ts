import { randomUUID } from 'node:crypto';
import {
  changeTemplate,
  completeStep,
  couplePurged,
  createList,
  createWish,
  deleteTemplate,
  getChallenge,
  listChallengeRecords,
  listChallenges,
  listTemplateRecords,
  listTemplates,
  proposeChallenge,
  reflectOnChallenge,
  respondToChallenge,
  startStory,
  userDeleted,
  userProfileChanged,
  writeTemplate,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { DataSource } from 'typeorm';
import { checkTemplates, indexTemplates } from '../src/templates/template-library.js';
import { RunningChallenges, propose, running, secretStep, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const TEMPLATE = {
  title: 'Ours',
  category: 'play',
  minutes: 20,
  steps: [stepOf({ who: 'partner' })],
  completionRule: 'all',
  distanceOk: true,
  intensity: 1,
} as const;

const write = (user: TestUser, more: object = {}) =>
  user.call(writeTemplate, { ...TEMPLATE, steps: [...TEMPLATE.steps], clientId: randomUUID(), ...more });

/** Calls as the user's export does. */
const exported = (user: TestUser) => ({
  token: accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export'),
});

async function recordsOf(user: TestUser) {
  const all = [];
  for (let after: string | null | undefined = undefined; after !== null;) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(user, after);
    all.push(...page.challenges);
    after = page.next;
  }
  return all;
}

const pageOf = (user: TestUser, after?: string) =>
  challenges.bus.call(listChallengeRecords, after === undefined ? {} : { after }, exported(user));

const refusedProposal = (user: TestUser) =>
  user.refusal(proposeChallenge, {
    title: 'Late',
    category: 'play',
    steps: [stepOf()],
    clientId: randomUUID(),
  });

const hasDeparted = async ({ id }: TestUser): Promise<boolean> =>
  (await challenges.rows('SELECT FROM departed_people WHERE id = $1', [id])).length === 1;

/** How many sessions of this database wait for a lock. */
const waitingSessions = async (): Promise<number> =>
  (
    await challenges.rows(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).length;

describe('the records for a data export', () => {
  it('contain the own proofs, and of the partner only what was readable', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const { _id: id, steps } = await running(ada, bob, {
      steps: [secretStep(), stepOf()],
      completionRule: { anyN: 1 },
    });
    const [secret = '', open = ''] = steps.map(({ _id }) => _id);
    await ada.call(completeStep, { id, stepId: secret, text: 'of Ada, unrevealed' });
    await bob.call(completeStep, { id, stepId: open, text: 'of Bob' });
    await ada.call(reflectOnChallenge, { id, text: 'reflection of Ada', mood: 2 });
    for (let more = 0; more < 11; more += 1) await propose(bob);
    const textsOf = async (user: TestUser) => (await recordsOf(user))[0]?.proofs.map(({ text }) => text);
    for (const isOver of [false, true]) {
      if (isOver) await challenges.unlink(ada, bob, coupleId);
      expect(await textsOf(ada)).toEqual(['of Ada, unrevealed', 'of Bob']);
      expect(await textsOf(bob)).toEqual(['of Bob']);
      expect(JSON.stringify(await recordsOf(bob))).not.toMatch(/unrevealed|reflection of Ada/);
      expect(await recordsOf(bob)).toHaveLength(12);
    }
    expect((await recordsOf(ada))[0]?.reflections).toMatchObject([{ author: ada.id, mood: 2 }]);
  });

  it('open to no session, and show a stranger nothing', async () => {
    const [ada] = await challenges.couple();
    const [stranger] = await challenges.couple();
    await propose(ada);
    await write(ada);
    expect(await ada.refusal(listChallengeRecords, {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await recordsOf(stranger)).toEqual([]);
    const templates = (user: TestUser) => challenges.bus.call(listTemplateRecords, {}, exported(user));
    expect(await templates(stranger)).toEqual({ templates: [], next: null });
    expect((await templates(ada)).templates).toMatchObject([{ title: 'Ours', author: ada.id }]);
  });
});

describe('a deleted user', () => {
  it('leaves none of their words, and the partner’s part stays', async () => {
    const [ada, bob] = await challenges.couple();
    await propose(ada, { title: 'Only mine' });
    const { _id: id, steps } = await propose(bob, { steps: [stepOf({ who: 'both', proof: 'text' })] });
    await ada.call(respondToChallenge, { id, action: 'accept', note: 'note of Ada' });
    for (const [user, text] of [
      [ada, 'proof of Ada'],
      [bob, 'proof of Bob'],
    ] as const)
      await user.call(completeStep, { id, stepId: steps[0]?._id ?? '', text });
    await ada.call(reflectOnChallenge, { id, text: 'reflection of Ada', mood: 5 });
    const answered = await running(ada, bob);
    await bob.call(completeStep, { id: answered._id, stepId: answered.steps[0]?._id ?? '' });
    await write(ada);
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect((await bob.call(listChallenges, {})).challenges).toHaveLength(2));
    const left = JSON.stringify(await bob.call(getChallenge, { id }));
    expect(left).toContain('proof of Bob');
    expect(left).not.toContain('of Ada');
    expect(await challenges.rows('SELECT 1 FROM templates WHERE created_by = $1', [ada.id])).toEqual([]);
    expect(await challenges.rows('SELECT 1 FROM people WHERE id = $1', [ada.id])).toEqual([]);
    // An export that names an erased person is never finished.
    expect((await recordsOf(bob)).map(({ proposedBy }) => proposedBy)).toEqual([bob.id, null]);
  });

  it('stays erased when events about the couple and the profile arrive after the deletion', async () => {
    const [ada, bob] = [challenges.user({ firstName: 'Ada' }), challenges.user({ firstName: 'Bob' })];
    const peopleNamed = (id: string, firstName: string) =>
      challenges.rows('SELECT 1 FROM people WHERE id = $1 AND first_name = $2', [id, firstName]);
    // A replica that has just started may not have created the stream yet.
    await eventually(() => challenges.bus.publish(userDeleted, ada.id, { userId: ada.id }));
    await eventually(async () =>
      expect(await challenges.rows('SELECT 1 FROM departed_people WHERE id = $1', [ada.id])).toHaveLength(1),
    );
    const coupleId = randomUUID();
    for (const version of [1, 3]) await challenges.relink(ada, bob, coupleId, version);
    for (const { id, snapshot } of [ada, bob])
      await challenges.bus.publish(userProfileChanged, id, { ...snapshot, firstName: 'Renamed', version: 9 });
    await eventually(async () => expect(await peopleNamed(bob.id, 'Renamed')).toHaveLength(1));
    expect(await challenges.rows('SELECT 1 FROM people WHERE id = $1', [ada.id])).toEqual([]);
    for (const user of [ada, bob]) expect(await refusedProposal(user)).toMatchObject({ code: 'NO_PARTNER' });
    expect(await recordsOf(bob)).toEqual([]);
  });

  it('leaves nothing that was being written meanwhile', async () => {
    const [ada, bob] = await challenges.couple();
    const { _id: id, steps } = await running(ada, bob, { steps: [stepOf({ who: 'both', proof: 'text' })] });
    const stepId = steps[0]?._id ?? '';
    await bob.call(completeStep, { id, stepId, text: 'proof of Bob' });
    const writing = await challenges.app.get(DataSource).transaction(async (tx) => {
      await tx.query('SELECT FROM challenges WHERE id = $1 FOR UPDATE', [id]);
      const call = ada.call(completeStep, { id, stepId, text: 'proof of Ada' });
      await eventually(async () => expect(await waitingSessions()).toBe(1));
      await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
      // The erasure waits for the call, or has ended too early.
      await eventually(async () => expect((await waitingSessions()) === 2 || (await hasDeparted(ada))).toBe(true));
      // The promise is not awaited here: the call ends after this transaction.
      return { call };
    });
    await writing.call;
    await eventually(async () => expect(await hasDeparted(ada)).toBe(true));
    const left = (await recordsOf(bob)).flatMap(({ proofs }) => proofs.map(({ text }) => text));
    expect(left).toEqual(['proof of Bob']);
  });

  it('writes nothing after the erasure, before the couple’s unlink arrives', async () => {
    const [ada, bob] = await challenges.couple();
    const { _id: id, steps } = await running(ada, bob);
    const [template, kept] = [await write(ada), await write(bob)];
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await hasDeparted(ada)).toBe(true));
    const clientId = randomUUID();
    const refusals = [
      await refusedProposal(ada),
      await ada.refusal(completeStep, { id, stepId: steps[0]?._id ?? '', text: 'late' }),
      await ada.refusal(reflectOnChallenge, { id, text: 'late', mood: 5 }),
      await ada.refusal(changeTemplate, { id: template._id, version: 1, title: 'late' }),
      await ada.refusal(createWish, { title: 'late', points: 10, clientId }),
      await ada.refusal(createList, { title: 'late', kind: 'shopping', clientId }),
      await ada.refusal(startStory, { templateId: 'small-mysteries', clientId }),
      // A copy of the partner could have words of the erased person.
      await bob.refusal(changeTemplate, { id: kept._id, version: 1, title: 'late' }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'NO_PARTNER', status: 403 });
  });

  it('a purge deletes all that the couple shared', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    await running(ada, bob);
    await write(ada);
    await challenges.unlink(ada, bob, coupleId);
    await challenges.bus.publish(couplePurged, coupleId, { coupleId, members: [ada.id, bob.id], version: 2 });
    await eventually(async () => expect(await recordsOf(ada)).toEqual([]));
    expect(
      await challenges.rows(
        'SELECT 1 FROM challenge_steps s JOIN challenges c ON c.id = s.challenge_id WHERE c.couple_id = $1',
        [coupleId],
      ),
    ).toEqual([]);
  });
});

describe('templates', () => {
  it('of the couple come first, are filtered with those of Duet, and start challenges', async () => {
    const [ada, bob] = await challenges.couple();
    const clientId = randomUUID();
    const title = `Ours ${clientId}`;
    const [own, again] = [await write(ada, { clientId, title }), await write(ada, { clientId, title })];
    expect(again).toEqual(own);
    const { templates } = await bob.call(listTemplates, {});
    expect(templates[0]).toEqual(own);
    expect(templates.slice(1).every(({ author, version }) => author === 'app' && version === 0)).toBe(true);
    expect(
      (await bob.call(listTemplates, { q: title.toUpperCase(), category: 'play', distanceOk: 'true' })).templates,
    ).toEqual([own]);
    expect((await bob.call(listTemplates, { q: title, distanceOk: 'false' })).templates).toEqual([]);
    const challenge = await bob.call(proposeChallenge, { templateId: own._id, clientId: randomUUID() });
    expect(challenge).toMatchObject({ title, templateId: own._id, steps: [{ who: ada.id }] });
  });

  it('are their author’s to change, and another couple’s to see never', async () => {
    const [ada, bob] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const { _id: id } = await write(ada);
    expect(await ada.call(changeTemplate, { id, version: 1, title: 'Still ours' })).toMatchObject({ version: 2 });
    expect(await ada.refusal(changeTemplate, { id, version: 1, title: 'Late' })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    expect(await ada.refusal(changeTemplate, { id, version: 2, completionRule: { anyN: 2 } })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await bob.refusal(changeTemplate, { id, version: 2, title: 'Mine' })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await bob.refusal(deleteTemplate, { id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await stranger.refusal(deleteTemplate, { id })).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
    const input = { templateId: id, clientId: randomUUID() };
    expect(await stranger.refusal(proposeChallenge, input)).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
    await ada.call(deleteTemplate, { id });
    expect(await bob.refusal(proposeChallenge, input)).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  it('are at most twenty', async () => {
    const [ada] = await challenges.couple();
    for (let written = 0; written < 20; written += 1) await write(ada);
    const input = { ...TEMPLATE, steps: [...TEMPLATE.steps], clientId: randomUUID() };
    expect(await ada.refusal(writeTemplate, input)).toMatchObject({ code: 'TOO_MANY_TEMPLATES' });
  });

  it.each([
    ['an unknown field', { tags: [] }],
    ['no steps', { steps: [] }],
    ['an id of other characters', { id: 'Play It' }],
    ['more steps to complete than there are', { completionRule: { anyN: 2 } }],
    ['another category than its file’s', { category: 'talk' }],
  ])('that come with Duet are refused at the start with %s', (_what, more) => {
    const shipped = { ...TEMPLATE, id: 'play-it', description: 'Play', ...more };
    expect(() => checkTemplates('play', [shipped])).toThrow();
  });

  it('that come with Duet have ids of their own', () => {
    const [shipped] = checkTemplates('play', [{ ...TEMPLATE, id: 'play-it', description: 'Play' }]);
    if (!shipped) throw new Error('one template was given');
    expect(() => indexTemplates([shipped, shipped])).toThrow('two templates have the same id');
  });
});
