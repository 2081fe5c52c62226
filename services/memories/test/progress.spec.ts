import { randomUUID } from 'node:crypto';
import {
  type CapsuleStage,
  type CapsuleView,
  type CreateCapsuleDto,
  addContribution,
  answerUnlock,
  deleteCapsule,
  finishCapsule,
  getCapsule,
  openCapsule,
  proposeUnlock,
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

/** A capsule that both have sealed; it opens on 2027-11-22 at nine. */
async function sealed(ada: TestUser, bob: TestUser, more: Partial<CreateCapsuleDto> = {}): Promise<CapsuleView> {
  const capsule = await bury(ada, more);
  await ada.call(addContribution, { id: capsule._id, text: 'not for now', clientId: randomUUID() });
  await ada.call(sealCapsule, { id: capsule._id });
  return bob.call(sealCapsule, { id: capsule._id });
}

const expectStages = (coupleId: string, stages: CapsuleStage[]) =>
  eventually(async () => expect((await memories.stages(coupleId)).map(({ step }) => step)).toEqual(stages));

const pendingReminders = async ({ _id }: CapsuleView): Promise<string[]> => {
  const jobs = await memories.rows<{ due_at: Date }>(
    "SELECT due_at FROM jobs WHERE queue = 'capsule-reminders' AND key LIKE $1 ORDER BY due_at",
    [`${_id}:%`],
  );
  return jobs.map(({ due_at }) => due_at.toISOString());
};

/** Proves that a reminder was handled without an event: the job is gone, and a later stage arrives without it. */
const expectHandled = (capsule: CapsuleView, left: number) =>
  eventually(async () => {
    memories.remind();
    expect(await pendingReminders(capsule)).toHaveLength(left);
  });

describe('the stages of a capsule', () => {
  it('reach other services once each, with ids alone', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await sealed(ada, bob);
    const { _id: id } = capsule;
    await bob.call(proposeUnlock, { id, unlockAt: '2027-12-24' });
    memories.itIs('2027-11-22T09:00:00Z');
    await memories.passMinute();
    await ada.call(openCapsule, { id });
    await bob.call(openCapsule, { id });
    const of = { capsuleId: id, kind: 'timed' };
    await eventually(async () =>
      expect(await memories.stages(coupleId)).toEqual([
        { ...of, step: 'created', actorId: ada.id },
        { ...of, step: 'sealed', actorId: bob.id },
        { ...of, step: 'date_proposed', actorId: bob.id },
        { ...of, step: 'ready', actorId: null },
        { ...of, step: 'completed', actorId: bob.id },
      ]),
    );
  });

  it('of an album are its creation and its end; contributions are none', async () => {
    const [ada, , coupleId] = await memories.couple();
    const { _id: id } = await album(ada);
    for (let count = 0; count < 3; count++)
      await ada.call(addContribution, { id, text: 'a day', clientId: randomUUID() });
    await ada.call(finishCapsule, { id });
    await expectStages(coupleId, ['created', 'completed']);
    expect((await memories.stages(coupleId)).map(({ kind }) => kind)).toEqual(['keepsake', 'keepsake']);
  });

  it('are made once when both press at the same moment', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    memories.itIs('2027-11-22T09:00:00Z');
    await Promise.all([ada, bob].flatMap((one) => [one.call(getCapsule, { id }), one.call(openCapsule, { id })]));
    await expectStages(coupleId, ['created', 'sealed', 'ready', 'completed']);
  });

  it('wait for the return of a couple that had ended on the day of the opening', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    await memories.unlink(ada, bob, coupleId);
    memories.itIs('2027-11-22T09:00:00Z');
    await memories.passMinute();
    expect(await memories.rows('SELECT status FROM capsules WHERE id = $1', [id])).toEqual([{ status: 'sealed' }]);
    await memories.relink(ada, bob, coupleId, 3);
    await memories.passMinute();
    await expectStages(coupleId, ['created', 'sealed', 'ready']);
  });
});

describe('the reminders of a sealed capsule', () => {
  it('come a week and a day before it opens, each once over two replicas', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await sealed(ada, bob);
    expect(await pendingReminders(capsule)).toEqual(['2027-11-15T09:00:00.000Z', '2027-11-21T09:00:00.000Z']);
    memories.itIs('2027-11-15T09:00:00Z');
    memories.remind();
    await expectStages(coupleId, ['created', 'sealed', 'opens_in_week']);
    memories.itIs('2027-11-21T09:00:00Z');
    memories.remind();
    await expectStages(coupleId, ['created', 'sealed', 'opens_in_week', 'opens_tomorrow']);
    expect(await pendingReminders(capsule)).toEqual([]);
  });

  it('move with the date, and end with the burial', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob);
    const { _id: id } = capsule;
    await bob.call(proposeUnlock, { id, unlockAt: '2026-11-26T10:00:00Z' });
    expect(await pendingReminders(capsule)).toHaveLength(2);
    await ada.call(answerUnlock, { id, action: 'accept' });
    // A week before lies in the past.
    expect(await pendingReminders(capsule)).toEqual(['2026-11-25T10:00:00.000Z']);
    await ada.call(unsealCapsule, { id });
    expect(await pendingReminders(capsule)).toEqual([]);
  });

  it('end in the trash and come back from it', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob);
    for (const one of [ada, bob]) await one.call(deleteCapsule, { id: capsule._id });
    expect(await pendingReminders(capsule)).toEqual([]);
    await ada.call(restoreCapsule, { id: capsule._id });
    expect(await pendingReminders(capsule)).toHaveLength(2);
  });

  it('end with the couple and come back with it', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await sealed(ada, bob);
    await memories.unlink(ada, bob, coupleId);
    expect(await pendingReminders(capsule)).toEqual([]);
    await memories.relink(ada, bob, coupleId, 3);
    expect(await pendingReminders(capsule)).toHaveLength(2);
  });

  it('are dropped when they would name the wrong day', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await sealed(ada, bob);
    memories.itIs('2027-11-16T09:00:00Z');
    await expectHandled(capsule, 1);
    memories.itIs('2027-11-22T00:00:00Z');
    await expectHandled(capsule, 0);
    memories.itIs('2027-11-22T09:00:00Z');
    await memories.passMinute();
    await expectStages(coupleId, ['created', 'sealed', 'ready']);
  });

  it('name the day in the zone of the opening', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await sealed(ada, bob, { unlockTz: 'Asia/Tokyo' });
    expect(await pendingReminders(capsule)).toEqual(['2027-11-15T00:00:00.000Z', '2027-11-21T00:00:00.000Z']);
    // The last second of the day before, in Tokyo.
    memories.itIs('2027-11-15T14:59:59Z');
    await expectHandled(capsule, 1);
    memories.itIs('2027-11-21T15:00:00Z');
    await expectHandled(capsule, 0);
    memories.itIs('2027-11-22T00:00:00Z');
    await memories.passMinute();
    await expectStages(coupleId, ['created', 'sealed', 'opens_in_week', 'ready']);
  });

  it('keep the hour of the opening over a change of the clocks', async () => {
    const [ada, bob] = await memories.couple();
    // The night before has an hour more.
    const capsule = await sealed(ada, bob, { unlockAt: '2027-11-08', unlockTz: 'America/New_York' });
    expect(await pendingReminders(capsule)).toEqual(['2027-11-01T13:00:00.000Z', '2027-11-07T14:00:00.000Z']);
  });
});
