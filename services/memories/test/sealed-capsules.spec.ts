import { randomUUID } from 'node:crypto';
import {
  addContribution,
  answerUnlock,
  capsuleCompleted,
  capsuleUpdated,
  changeCapsule,
  commentOnCapsule,
  finishCapsule,
  listCapsules,
  listPlaces,
  listTimeline,
  openCapsule,
  proposeUnlock,
  reactToCapsule,
  reopenCapsule,
  restoreCapsule,
  sealCapsule,
  unsealCapsule,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { SECRET, liveChanges, sealed, seen, write } from './capsule-calls.js';
import { RunningMemories, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { changesOf, completionsOf, expectChanges } = liveChanges(() => memories);

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

  it('waits anew also where the restored link arrives before the end', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await bury(ada);
    await write(ada, capsule);
    await ada.call(sealCapsule, { id: capsule._id });
    memories.itIs('2026-12-12T12:00:00Z');
    await memories.relink(ada, bob, coupleId, 3);
    expect(await ada.call(sealCapsule, { id: capsule._id })).toMatchObject({
      status: 'collecting',
      sealConfirmedAt: '2026-12-12T12:00:00.000Z',
    });
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
