import { randomUUID } from 'node:crypto';
import {
  type CapsuleTheme,
  type CapsuleView,
  addContribution,
  answerUnlock,
  capsuleCompleted,
  capsuleUpdated,
  changeCapsule,
  changeContribution,
  commentOnCapsule,
  createCapsule,
  deleteCapsule,
  deleteComment,
  deleteContribution,
  finishCapsule,
  getCapsule,
  listCapsules,
  listPlaces,
  listTimeline,
  markCapsule,
  openCapsule,
  proposeUnlock,
  reactToCapsule,
  reopenCapsule,
  restoreCapsule,
  sealCapsule,
  unsealCapsule,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const SECRET = 'nobody may read this before its day';

const write = (by: TestUser, capsule: CapsuleView, more: object = {}) =>
  by.call(addContribution, { id: capsule._id, text: SECRET, clientId: randomUUID(), ...more });

const seen = (by: TestUser, { _id }: CapsuleView) => by.call(getCapsule, { id: _id });

const changesOf = ({ _id }: CapsuleView) =>
  memories.bus
    .live(capsuleUpdated)
    .filter(({ update }) => update.capsuleId === _id)
    .map(({ update }) => update.action);

const completionsOf = ({ _id }: CapsuleView) =>
  memories.bus.live(capsuleCompleted).filter(({ completed }) => completed.capsuleId === _id);

/** Live updates may arrive after the answer of the call that caused them. */
const expectChanges = (capsule: CapsuleView, changes: string[]) =>
  eventually(async () => expect(changesOf(capsule)).toEqual(changes));

/** A capsule that both have sealed. */
async function sealed(ada: TestUser, bob: TestUser, more: object = {}): Promise<CapsuleView> {
  const capsule = await bury(ada, more);
  await write(ada, capsule);
  await ada.call(sealCapsule, { id: capsule._id });
  return bob.call(sealCapsule, { id: capsule._id });
}

describe('creating a capsule', () => {
  it('makes one of calls with the same clientId at the same moment', async () => {
    const [ada] = await memories.couple();
    const clientId = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => bury(ada, { clientId })));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    await expectChanges(made[0] ?? (await bury(ada)), ['created']);
  });

  it('shows it to both, names it in one live update, and is idempotent by clientId', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const clientId = randomUUID();
    const [first, again] = [await bury(ada, { clientId }), await bury(ada, { clientId })];
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      coupleId,
      createdBy: ada.id,
      status: 'collecting',
      unlockAt: '2027-11-22T09:00:00.000Z',
      openRule: 'together',
      counts: { total: 0, byUser: {}, byKind: {} },
      version: 1,
      actions: ['contribute', 'change_details', 'change_appearance', 'delete'],
    });
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([
      { _id: first._id, actions: ['contribute', 'change_details', 'change_appearance'] },
    ]);
    await expectChanges(first, ['created']);
    expect(memories.bus.live(capsuleUpdated).find(({ update }) => update.capsuleId === first._id)?.update.by).toEqual({
      _id: ada.id,
      firstName: 'Ada',
    });
  });

  it.each([
    ['Asia/Kolkata', '2027-03-28', '2027-03-28T03:30:00.000Z'],
    ['America/Los_Angeles', '2027-03-14', '2027-03-14T16:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-28T07:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31', '2027-10-31T08:00:00.000Z'],
  ])('reads a date in %s as nine o’clock there (%s)', async (unlockTz, unlockAt, instant) => {
    const [ada] = await memories.couple();
    expect((await bury(ada, { unlockAt, unlockTz })).unlockAt).toBe(instant);
  });

  it.each([
    ['no date', { unlockAt: undefined }],
    ['less than an hour ahead', { unlockAt: '2026-11-22T12:59:59Z' }],
    ['more than 50 years ahead', { unlockAt: '2076-11-23' }],
    ['a day that no calendar has', { unlockAt: '2027-02-30' }],
    ['a time without its offset', { unlockAt: '2027-03-28T09:00' }],
    ['a year alone', { unlockAt: '2028' }],
    ['no such zone', { unlockTz: 'Mars/Olympus' }],
    ['no title', { title: '  ' }],
    ['a long title', { title: 'x'.repeat(101) }],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) }],
    ['two emojis', { emoji: '🌊🌊' }],
    ['an unknown theme', { theme: 'gold' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await memories.couple();
    const capsule = { title: 'Later', kind: 'timed', unlockAt: '2027-11-22', unlockTz: 'UTC' } as const;
    const input = { ...capsule, clientId: randomUUID(), ...more };
    expect(await ada.refusal(createCapsule, input as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('allows the first minute of the 50th year', async () => {
    const [ada] = await memories.couple();
    expect((await bury(ada, { unlockAt: '2076-11-22T11:59:00Z' })).unlockAt).toBe('2076-11-22T11:59:00.000Z');
  });
});

describe('the theme of a capsule', () => {
  it('is chosen with it, changes while it is sealed too, and goes with null', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id, version } = await sealed(ada, bob, { theme: 'sea' });
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ _id: id, theme: 'sea' }]);
    const night = await bob.call(changeCapsule, { id, theme: 'night', version });
    expect(night).toMatchObject({ theme: 'night', status: 'sealed', version: version + 1 });
    expect(await ada.call(getCapsule, { id })).toMatchObject({ theme: 'night' });
    expect(await ada.call(changeCapsule, { id, emoji: '🌊', version: night.version })).toMatchObject({
      theme: 'night',
    });
    const usual = await ada.call(changeCapsule, { id, theme: null, version: night.version + 1 });
    expect(usual).toMatchObject({ theme: null, emoji: '🌊' });
    const changes = ['created', 'contribution_added', 'seal_confirmed', 'sealed'];
    await expectChanges(usual, [...changes, 'details_changed', 'details_changed', 'details_changed']);
    expect(await bury(ada, { theme: null })).toMatchObject({ theme: null });
  });

  it('is refused where it is unknown, stale, or a stranger’s', async () => {
    const [ada, bob] = await memories.couple();
    const [stranger] = await memories.couple();
    const { _id: id, version } = await album(ada);
    expect(await ada.refusal(changeCapsule, { id, theme: 'gold', version } as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'theme' }],
    });
    expect(await stranger.refusal(changeCapsule, { id, theme: 'sun', version })).toMatchObject({
      code: 'CAPSULE_NOT_FOUND',
    });
    const change = (user: TestUser, theme: CapsuleTheme) => user.call(changeCapsule, { id, theme, version });
    const atOnce = await Promise.allSettled([change(ada, 'rose'), change(bob, 'sun')]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { theme } = await ada.call(getCapsule, { id });
    expect(await bob.refusal(changeCapsule, { id, theme: null, version })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { theme },
    });
  });
});

describe('contributions', () => {
  it('of a timed capsule are surprises: the partner sees counts alone', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    const made = await write(ada, capsule);
    expect(made).toMatchObject({ author: ada.id, kind: 'text', visibility: 'surprise', happenedAt: '2026-11-22' });
    expect((await seen(ada, capsule)).contributions).toEqual([made]);
    expect(await seen(bob, capsule)).toMatchObject({
      contributions: [],
      counts: { total: 1, byUser: { [ada.id]: 1 }, byKind: { text: 1 } },
      version: 2,
    });
    const other = { id: capsule._id, contributionId: made._id };
    expect(await bob.refusal(changeContribution, { ...other, text: 'mine' })).toMatchObject({
      code: 'CONTRIBUTION_NOT_FOUND',
    });
    expect(await bob.refusal(deleteContribution, other)).toMatchObject({ code: 'CONTRIBUTION_NOT_FOUND' });
    expect(await ada.refusal(changeContribution, { ...other, visibility: null } as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await ada.call(changeContribution, { ...other, visibility: 'shared' });
    expect((await seen(bob, capsule)).contributions).toMatchObject([{ _id: made._id, text: SECRET }]);
    expect(await bob.refusal(deleteContribution, other)).toMatchObject({ code: 'NOT_YOURS' });
    await ada.call(deleteContribution, other);
    expect((await seen(bob, capsule)).counts.total).toBe(0);
    await expectChanges(capsule, ['created', 'contribution_added', 'contribution_changed', 'contribution_removed']);
  });

  it('are added once under one clientId, also by two requests at the same moment', async () => {
    const [ada] = await memories.couple();
    const capsule = await bury(ada);
    const clientId = randomUUID();
    const made = await Promise.all([1, 2, 3].map(() => write(ada, capsule, { clientId })));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect((await seen(ada, capsule)).counts.total).toBe(1);
    await expectChanges(capsule, ['created', 'contribution_added']);
  });

  it('that were added before the capsule was sealed answer a repeat without their content', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    const add = { id: capsule._id, text: SECRET, place: { label: 'Lisbon' }, happenedAt: '2020-05-01' };
    const input = { ...add, clientId: randomUUID() };
    const made = await ada.call(addContribution, input);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    const again = await ada.call(addContribution, input);
    expect(again).toMatchObject({ _id: made._id, text: '', place: null, attachments: [], happenedAt: '2026-11-22' });
    expect(await bob.refusal(addContribution, input)).toMatchObject({ code: 'CAPSULE_SEALED' });
    expect((await seen(ada, capsule)).counts.total).toBe(1);
    await expectChanges(capsule, ['created', 'contribution_added', 'seal_confirmed', 'sealed']);
  });

  it('end at 50 in a timed capsule', async () => {
    const [ada] = await memories.couple();
    const capsule = await bury(ada);
    for (let count = 0; count < 50; count++) await write(ada, capsule);
    const fiftyFirst = { id: capsule._id, text: 'more', clientId: randomUUID() };
    expect(await ada.refusal(addContribution, fiftyFirst)).toMatchObject({ code: 'TOO_MANY_CONTRIBUTIONS' });
  });

  it.each([
    ['neither words nor a place', {}],
    ['empty words', { text: ' ' }],
    ['too many words', { text: 'x'.repeat(5_001) }],
    ['half a coordinate', { place: { label: 'Here', lat: 1 } }],
    ['a place beyond the pole', { place: { label: 'Here', lat: 91, lng: 0 } }],
    ['a day that no calendar has', { text: 'x', happenedAt: '2026-02-30' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await memories.couple();
    const { _id: id } = await album(ada);
    expect(await ada.refusal(addContribution, { id, clientId: randomUUID(), ...more } as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('of an album are read by both at once and cannot be surprises', async () => {
    const [ada, bob] = await memories.couple();
    const shared = await album(ada);
    await write(ada, shared, { happenedAt: '2026-08-02' });
    await write(bob, shared, { happenedAt: '2026-08-01', place: { label: 'Lisbon', lat: 38.72, lng: -9.14 } });
    const surprise = { id: shared._id, text: 'x', visibility: 'surprise', clientId: randomUUID() } as const;
    expect(await ada.refusal(addContribution, surprise)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await seen(ada, shared)).contributions.map(({ happenedAt }) => happenedAt)).toEqual([
      '2026-08-01',
      '2026-08-02',
    ]);
    expect((await bob.call(listTimeline, {})).entries.map((one) => one.contribution.happenedAt)).toEqual([
      '2026-08-02',
      '2026-08-01',
    ]);
    expect((await ada.call(listPlaces, {})).places).toMatchObject([{ label: 'Lisbon', lat: 38.72, lng: -9.14 }]);
  });
});

describe('sealing', () => {
  it('needs something in the capsule, and both', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    const press = { id: capsule._id };
    expect(await ada.refusal(sealCapsule, press)).toMatchObject({ code: 'CAPSULE_STATE' });
    await write(bob, capsule);
    const confirmed = { sealConfirmedBy: [ada.id], sealConfirmedAt: '2026-11-22T12:00:00.000Z' };
    expect(await ada.call(sealCapsule, press)).toMatchObject({ status: 'collecting', ...confirmed });
    memories.itIs('2026-11-23T12:00:00Z');
    expect(await ada.call(sealCapsule, press)).toMatchObject({ status: 'collecting', ...confirmed });
    expect(await bob.call(sealCapsule, press)).toMatchObject({ status: 'sealed', contributions: [] });
    expect(await bob.call(sealCapsule, press)).toMatchObject({ status: 'sealed' });
    await expectChanges(capsule, ['created', 'contribution_added', 'seal_confirmed', 'sealed']);
  });

  it('seals once when both press at the same moment', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    await write(ada, capsule);
    await Promise.all([ada.call(sealCapsule, { id: capsule._id }), bob.call(sealCapsule, { id: capsule._id })]);
    await expectChanges(capsule, ['created', 'contribution_added', 'seal_confirmed', 'sealed']);
  });

  it('is done by either alone 7 days after the first confirmation', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    await write(ada, capsule);
    await ada.call(sealCapsule, { id: capsule._id });
    memories.itIs('2026-11-29T11:59:59Z');
    expect(await ada.call(sealCapsule, { id: capsule._id })).toMatchObject({ status: 'collecting' });
    memories.itIs('2026-11-29T12:00:00Z');
    expect(await ada.call(sealCapsule, { id: capsule._id })).toMatchObject({ status: 'sealed' });
    expect((await seen(bob, capsule)).status).toBe('sealed');
  });

  it('waits seven days anew once the couple is restored, as does the opening', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await bury(ada);
    await write(ada, capsule);
    await ada.call(sealCapsule, { id: capsule._id });
    memories.itIs('2026-11-23T12:00:00Z');
    await memories.unlink(ada, bob, coupleId);
    memories.itIs('2026-12-12T12:00:00Z');
    await memories.relink(ada, bob, coupleId, 3);
    memories.itIs('2026-12-12T13:00:00Z');
    await memories.relink(ada, bob, coupleId, 3);
    expect(await ada.call(sealCapsule, { id: capsule._id })).toMatchObject({
      status: 'collecting',
      sealConfirmedBy: [ada.id],
      sealConfirmedAt: '2026-12-12T12:00:00.000Z',
    });
    memories.itIs('2026-12-19T12:00:00Z');
    expect(await ada.call(sealCapsule, { id: capsule._id })).toMatchObject({ status: 'sealed' });
    memories.itIs('2027-11-22T09:00:00Z');
    await ada.call(openCapsule, { id: capsule._id });
    await memories.unlink(ada, bob, coupleId, 4);
    memories.itIs('2027-12-05T09:00:00Z');
    await memories.relink(ada, bob, coupleId, 5);
    expect(await ada.call(openCapsule, { id: capsule._id })).toMatchObject({ status: 'ready' });
    expect(await bob.call(openCapsule, { id: capsule._id })).toMatchObject({ status: 'completed' });
  });

  it('is confirmed anew after a change of the date or the rule, and refuses a date that has come too near', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada, { unlockAt: '2026-11-22T14:00:00Z' });
    await write(ada, capsule);
    const { version } = await ada.call(sealCapsule, { id: capsule._id });
    const changed = await bob.call(changeCapsule, { id: capsule._id, openRule: 'either', version });
    expect(changed).toMatchObject({ sealConfirmedBy: [], openRule: 'either' });
    memories.itIs('2026-11-22T13:00:01Z');
    expect(await ada.refusal(sealCapsule, { id: capsule._id })).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'unlockAt' }],
    });
  });

  it('is taken back within ten minutes', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob);
    memories.itIs('2026-11-22T12:09:59Z');
    expect(await bob.call(unsealCapsule, { id: capsule._id })).toMatchObject({
      status: 'collecting',
      sealConfirmedBy: [],
    });
    const late = await sealed(ada, bob);
    memories.itIs('2026-11-22T12:20:00Z');
    expect(await ada.refusal(unsealCapsule, { id: late._id })).toMatchObject({ code: 'CAPSULE_STATE' });
  });
});

describe('a sealed capsule', () => {
  it('gives no word of its contributions to either, in any answer or live update', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob);
    const id = capsule._id;
    const answers: unknown[] = [capsule];
    for (const member of [ada, bob]) {
      answers.push(await seen(member, capsule), await member.call(listTimeline, {}), await member.call(listPlaces, {}));
      for (const query of [{}, { q: 'read' }, { year: 2026 }, { author: ada.id }])
        answers.push(await member.call(listCapsules, query));
      for (const [call, input] of [
        [addContribution, { id, text: 'late', clientId: randomUUID() }],
        [changeCapsule, { id, title: 'other', version: capsule.version }],
        [openCapsule, { id }],
        [reactToCapsule, { id, emoji: '❤️' }],
        [commentOnCapsule, { id, text: 'hm', clientId: randomUUID() }],
        [finishCapsule, { id }],
        [reopenCapsule, { id }],
        [restoreCapsule, { id }],
      ] as const)
        answers.push(await member.refusal(call as never, input as never).catch((cause: unknown) => cause));
    }
    answers.push(memories.bus.live(capsuleUpdated), memories.bus.live(capsuleCompleted));
    expect(JSON.stringify(answers)).not.toContain(SECRET);
    expect((await ada.call(listCapsules, { year: 2026 })).capsules).toEqual([]);
  });

  it('refuses content with 409 and opening with 423 and its date', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id, version } = await sealed(ada, bob);
    expect(await ada.refusal(addContribution, { id, text: 'x', clientId: randomUUID() })).toMatchObject({
      code: 'CAPSULE_SEALED',
    });
    expect(await ada.refusal(openCapsule, { id })).toMatchObject({
      code: 'CAPSULE_LOCKED',
      message: 'This capsule opens on November 22, 2027',
    });
    expect(await ada.call(changeCapsule, { id, emoji: '🌊', tags: ['sea'], version })).toMatchObject({
      emoji: '🌊',
      tags: ['sea'],
    });
  });

  it('gets another date only with both, within 7 days', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    const proposed = await ada.call(proposeUnlock, { id, unlockAt: '2027-01-01' });
    expect(proposed.unlockProposal).toEqual({
      unlockAt: '2027-01-01T09:00:00.000Z',
      by: ada.id,
      at: '2026-11-22T12:00:00.000Z',
    });
    expect(await ada.refusal(answerUnlock, { id, action: 'accept' })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await bob.call(answerUnlock, { id, action: 'reject' })).toMatchObject({
      unlockProposal: null,
      unlockAt: '2027-11-22T09:00:00.000Z',
    });
    await ada.call(proposeUnlock, { id, unlockAt: '2027-01-01' });
    memories.itIs('2026-11-29T12:00:00Z');
    expect(await bob.refusal(answerUnlock, { id, action: 'accept' })).toMatchObject({ code: 'CAPSULE_STATE' });
    await bob.call(proposeUnlock, { id, unlockAt: '2027-02-01' });
    const shown = '2027-02-01T09:00:00.000Z';
    expect(await ada.refusal(answerUnlock, { id, action: 'accept', unlockAt: '2027-01-01T09:00:00Z' })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { unlockProposal: { by: bob.id, unlockAt: shown } },
    });
    expect(await ada.call(answerUnlock, { id, action: 'accept', unlockAt: shown })).toMatchObject({
      unlockAt: '2027-02-01T09:00:00.000Z',
      unlockProposal: null,
    });
  });
});

describe('opening', () => {
  it('is possible from its instant on, whichever of job and read comes first, with one live update', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob, { openRule: 'either', unlockAt: '2036-11-22' });
    memories.itIs('2036-11-22T08:59:59.999Z');
    await memories.passMinute();
    expect(await ada.refusal(openCapsule, { id: capsule._id })).toMatchObject({ code: 'CAPSULE_LOCKED' });
    memories.itIs('2036-11-22T09:00:00Z');
    const [, read] = await Promise.all([memories.passMinute(), seen(bob, capsule), memories.passMinute()]);
    expect(read).toMatchObject({ status: 'ready', contributions: [] });
    await eventually(async () => expect(changesOf(capsule).filter((action) => action === 'ready')).toEqual(['ready']));
    const opened = await bob.call(openCapsule, { id: capsule._id });
    expect(opened).toMatchObject({ status: 'completed', contributions: [{ text: SECRET }] });
    expect((await seen(ada, capsule)).contributions).toEqual(opened.contributions);
    await eventually(() => expect(completionsOf(capsule)).toHaveLength(1));
    expect(completionsOf(capsule)).toEqual([
      {
        coupleId: capsule.coupleId,
        completed: {
          capsuleId: capsule._id,
          title: 'For later',
          completedAt: '2036-11-22T09:00:00.000Z',
          version: opened.version,
        },
      },
    ]);
  });

  it('with the rule "together" waits for both, and after 7 days for one', async () => {
    const [ada, bob] = await memories.couple();
    const [first, second] = [await sealed(ada, bob), await sealed(ada, bob)];
    memories.itIs('2027-11-22T09:00:00Z');
    expect(await ada.call(openCapsule, { id: first._id })).toMatchObject({
      status: 'ready',
      openConfirmedBy: [ada.id],
      contributions: [],
    });
    expect(await bob.call(openCapsule, { id: first._id })).toMatchObject({ status: 'completed' });
    await ada.call(openCapsule, { id: second._id });
    memories.itIs('2027-11-29T09:00:00Z');
    expect(await ada.call(openCapsule, { id: second._id })).toMatchObject({ status: 'completed' });
  });

  it('completes once when both press at the same moment', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob);
    memories.itIs('2027-11-22T09:00:00Z');
    await Promise.all([ada, bob, ada, bob].map((member) => member.call(openCapsule, { id: capsule._id })));
    await eventually(() => expect(completionsOf(capsule)).toHaveLength(1));
  });
});

describe('an album', () => {
  it('is finished by either and reopened within a day', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    await ada.call(finishCapsule, { id });
    expect(await bob.refusal(addContribution, { id, text: 'x', clientId: randomUUID() })).toMatchObject({
      code: 'CAPSULE_SEALED',
    });
    memories.itIs('2026-11-23T11:59:59Z');
    expect(await bob.call(reopenCapsule, { id })).toMatchObject({ status: 'collecting', completedAt: null });
    await bob.call(finishCapsule, { id });
    memories.itIs('2026-11-24T12:00:00Z');
    expect(await ada.refusal(reopenCapsule, { id })).toMatchObject({ code: 'CAPSULE_STATE' });
  });

  it('takes comments and reactions once it is finished; only the author deletes a comment', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    const comment = { id, text: 'So good', clientId: randomUUID() };
    expect(await bob.refusal(commentOnCapsule, comment)).toMatchObject({ code: 'CAPSULE_STATE' });
    await ada.call(finishCapsule, { id });
    const made = await bob.call(commentOnCapsule, comment);
    expect(await bob.call(commentOnCapsule, comment)).toEqual(made);
    expect(await ada.refusal(deleteComment, { id, commentId: made._id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.call(reactToCapsule, { id, emoji: '❤️' })).toMatchObject({
      comments: [{ user: bob.id, text: 'So good' }],
      reactions: [{ user: ada.id, emoji: '❤️' }],
    });
    await ada.call(reopenCapsule, { id });
    expect(await bob.call(commentOnCapsule, comment)).toEqual(made);
    for (const hiding of [getCapsule, deleteCapsule, getCapsule])
      expect(await ada.call(hiding, { id })).toMatchObject({ comments: [], reactions: [] });
    await ada.call(restoreCapsule, { id });
    expect(await ada.call(finishCapsule, { id })).toMatchObject({
      comments: [{ text: 'So good' }],
      reactions: [{ user: ada.id }],
    });
    expect((await ada.call(reactToCapsule, { id, emoji: '❤️' })).reactions).toEqual([]);
    await bob.call(deleteComment, { id, commentId: made._id });
  });
});

describe('the minute job', () => {
  it('ripens a capsule behind a page of others that fail, and those in a later run', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob, { unlockAt: '2036-11-22' });
    const statuses = (ids: string[]) => memories.rows('SELECT DISTINCT status FROM capsules WHERE id = ANY($1)', [ids]);
    memories.itIs('2036-11-22T09:00:00Z');
    const copies = await memories.withBrokenCopies('capsules', capsule._id, async () => {
      await memories.passMinute();
      expect(await statuses([capsule._id])).toEqual([{ status: 'ready' }]);
    });
    expect(await statuses(copies)).toEqual([{ status: 'sealed' }]);
    await memories.passMinute();
    expect(await statuses(copies)).toEqual([{ status: 'ready' }]);
  });

  it('empties the trash behind a page of capsules that fail, and deletes those in a later run', async () => {
    const [ada] = await memories.couple();
    const { _id: id } = await album(ada);
    await ada.call(deleteCapsule, { id });
    const left = (ids: string[]) => memories.rows('SELECT id FROM capsules WHERE id = ANY($1)', [ids]);
    memories.itIs('2026-12-22T12:00:01Z');
    const copies = await memories.withBrokenCopies('capsules', id, async () => {
      await memories.passMinute();
      expect(await left([id])).toEqual([]);
    });
    expect(await left(copies)).toHaveLength(copies.length);
    await memories.passMinute();
    expect(await left(copies)).toEqual([]);
  });
});

describe('deleting', () => {
  it('moves the creator’s own capsule to the trash, from which either restores it for 30 days', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await album(ada);
    const { _id: id } = capsule;
    expect(await bob.refusal(deleteCapsule, { id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.call(deleteCapsule, { id })).toMatchObject({ actions: ['restore'], contributions: [] });
    expect((await bob.call(listCapsules, {})).capsules).toEqual([]);
    expect((await bob.call(listCapsules, { shelf: 'trash' })).capsules).toMatchObject([{ _id: id }]);
    expect(await bob.call(restoreCapsule, { id })).toMatchObject({ deletedAt: null });
    await ada.call(deleteCapsule, { id });
    memories.itIs('2026-12-22T12:00:01Z');
    await memories.passMinute();
    expect(await ada.refusal(getCapsule, { id })).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
  });

  it('needs both once the partner has added something, within 7 days', async () => {
    const [ada, bob] = await memories.couple();
    const shared = await album(ada);
    const { _id: id } = shared;
    await write(bob, shared);
    expect(await ada.refusal(deleteCapsule, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    memories.itIs('2026-11-29T12:00:00Z');
    expect(await bob.refusal(deleteCapsule, { id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.refusal(deleteCapsule, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    expect(await bob.call(deleteCapsule, { id })).toMatchObject({ deletedAt: '2026-11-29T12:00:00.000Z' });
  });

  it('of a sealed capsule needs both', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    expect(await bob.call(deleteCapsule, { id })).toMatchObject({ deletedAt: null, deleteConfirmedBy: [bob.id] });
    expect(await bob.call(deleteCapsule, { id })).toMatchObject({ deletedAt: null });
    expect(await ada.call(deleteCapsule, { id })).toMatchObject({ contributions: [], actions: ['restore'] });
    memories.itIs('2027-12-01T00:00:00Z');
    expect(await ada.call(restoreCapsule, { id })).toMatchObject({ status: 'sealed' });
    expect(await seen(ada, { _id: id } as CapsuleView)).toMatchObject({ status: 'ready' });
  });
});

describe('marks', () => {
  it('are the caller’s own: no version, no live update', async () => {
    const [ada, bob] = await memories.couple();
    const shared = await album(ada);
    const { _id: id, version } = shared;
    expect(await ada.call(markCapsule, { id, mark: 'favourite', on: 1 })).toMatchObject({ favourite: true, version });
    await ada.call(markCapsule, { id, mark: 'hidden', on: 1 });
    expect((await ada.call(listCapsules, {})).capsules).toEqual([]);
    expect((await ada.call(listCapsules, { shelf: 'favourites' })).capsules).toHaveLength(1);
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ favourite: false, hidden: false }]);
    await expectChanges(shared, ['created']);
  });
});

describe('a stale version', () => {
  it('is refused with the capsule as it is', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id, version } = await album(ada);
    await bob.call(changeCapsule, { id, title: 'Bob’s title', version });
    expect(await ada.refusal(changeCapsule, { id, title: 'Ada’s title', version })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { title: 'Bob’s title', version: 2 },
    });
  });
});

describe('a list', () => {
  it('pages by age, and filters', async () => {
    const [ada] = await memories.couple();
    const titles = ['One', 'Two 100%', 'Three'];
    for (const title of titles) await album(ada, { title, tags: [title.toLowerCase()] });
    const first = await ada.call(listCapsules, { limit: 2 });
    expect(first.capsules.map(({ title }) => title)).toEqual(['Three', 'Two 100%']);
    const second = await ada.call(listCapsules, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ capsules: [{ title: 'One' }], nextCursor: null });
    expect((await ada.call(listCapsules, { q: '100%' })).capsules).toMatchObject([{ title: 'Two 100%' }]);
    expect((await ada.call(listCapsules, { tag: 'one' })).capsules).toMatchObject([{ title: 'One' }]);
  });

  it('of sealed capsules has those that are ready to open, page by page, and none that is open', async () => {
    const [ada, bob] = await memories.couple();
    const soon = { unlockAt: '2026-12-01', openRule: 'either' };
    const [opened, ready, later] = [await sealed(ada, bob, soon), await sealed(ada, bob, soon), await sealed(ada, bob)];
    await bury(ada);
    memories.itIs('2026-12-01T09:00:00Z');
    await bob.call(openCapsule, { id: opened._id });
    const first = await bob.call(listCapsules, { status: 'sealed', limit: 1 });
    expect(first.capsules).toMatchObject([{ _id: later._id, status: 'sealed' }]);
    const second = await bob.call(listCapsules, { status: 'sealed', limit: 1, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ capsules: [{ _id: ready._id, status: 'ready' }], nextCursor: null });
    expect((await ada.call(listCapsules, { status: 'ready' })).capsules).toMatchObject([{ _id: ready._id }]);
    expect((await ada.call(listCapsules, { status: 'completed' })).capsules).toMatchObject([{ _id: opened._id }]);
  });
});

describe('strangers', () => {
  it('get 404 for every id, and 403 without a partner', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const [stranger] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    const calls = [
      [getCapsule, { id }],
      [sealCapsule, { id }],
      [unsealCapsule, { id }],
      [openCapsule, { id }],
      [finishCapsule, { id }],
      [reopenCapsule, { id }],
      [deleteCapsule, { id }],
      [restoreCapsule, { id }],
      [markCapsule, { id, mark: 'hidden', on: 1 }],
      [changeCapsule, { id, emoji: null, version: 1 }],
      [proposeUnlock, { id, unlockAt: '2027-01-01' }],
      [answerUnlock, { id, action: 'accept' }],
      [reactToCapsule, { id, emoji: '❤️' }],
      [commentOnCapsule, { id, text: 'x', clientId: randomUUID() }],
      [deleteComment, { id, commentId: randomUUID() }],
      [addContribution, { id, text: 'x', clientId: randomUUID() }],
      [changeContribution, { id, contributionId: randomUUID(), text: 'x' }],
      [deleteContribution, { id, contributionId: randomUUID() }],
    ] as const;
    for (const [call, input] of calls)
      expect(await stranger.refusal(call as never, input as never)).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
    await memories.unlink(ada, bob, coupleId);
    for (const [call, input] of [...calls, [listCapsules, {}], [listTimeline, {}], [listPlaces, {}]] as const)
      expect(await ada.refusal(call as never, input as never)).toMatchObject({ code: 'NO_PARTNER' });
  });
});
