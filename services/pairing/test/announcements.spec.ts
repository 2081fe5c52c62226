import { randomUUID } from 'node:crypto';
import {
  type CapsuleProgressed,
  type CapsuleStage,
  activityRecorded,
  listActivities,
  noticeIssued,
  notificationCreated,
  unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { announcementCalls } from './announcement-calls.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const { scene, announce, about, messages, kindsOf } = announcementCalls(() => pairing);

/** Events are consumed in order: once the notice of this one is there, all earlier ones are handled. */
async function allHandled(): Promise<void> {
  const last = await scene();
  await announce(last, 'ready');
  await eventually(async () => expect(await about(last.ada, last)).toHaveLength(1));
}

describe('a stage of a capsule', () => {
  it.each([
    ['created', 'Ada started a memory capsule for the two of you'],
    ['sealed', 'Ada sealed a memory capsule with you'],
    ['date_proposed', 'Ada proposes another day to open a memory capsule'],
    ['completed', 'Ada finished a memory capsule with you. Look inside'],
  ] as const)('%s is a notice for the partner alone', async (step, message) => {
    const given = await scene();
    await announce(given, step, { actorId: given.ada.id });
    await eventually(async () => expect(await messages(given.bob, given)).toEqual([message]));
    const [notice] = await about(given.bob, given);
    expect(notice).toMatchObject({
      link: `/memories/${given.entityId}`,
      entity: { type: 'capsule', id: given.entityId },
      readAt: null,
    });
    expect(await about(given.ada, given)).toEqual([]);
    await eventually(async () =>
      expect((await pairing.bus.events(noticeIssued)).filter(({ userId }) => userId === given.bob.id)).toContainEqual({
        userId: given.bob.id,
        notice: `capsule_${step}`,
        aboutId: given.ada.id,
        entity: { type: 'capsule', id: given.entityId },
      }),
    );
  });

  it.each([
    ['ready', 'A memory capsule can be opened now', 'capsule'],
    ['opens_in_week', 'A memory capsule opens in a week', 'capsule_reminder'],
    ['opens_tomorrow', 'A memory capsule opens tomorrow', 'capsule_reminder'],
  ] as const)('%s, which time made, is a notice for both', async (step, message, type) => {
    const given = await scene();
    await announce(given, step);
    for (const one of [given.ada, given.bob])
      await eventually(async () =>
        expect(await about(one, given)).toMatchObject([
          { message, entity: { type }, link: `/memories/${given.entityId}` },
        ]),
      );
  });

  it('is written once, also when the event is delivered again', async () => {
    const given = await scene();
    await announce(given, 'sealed', { actorId: given.ada.id });
    await eventually(async () => expect(await about(given.bob, given)).toHaveLength(1));
    const [row] = await pairing.rows<{ event_id: string }>(
      'SELECT event_id FROM handled_capsule_steps WHERE couple_id = $1',
      [given.coupleId],
    );
    const { coupleId, entityId: capsuleId, ada } = given;
    const step = { coupleId, capsuleId, kind: 'timed', step: 'sealed', actorId: ada.id } as const;
    await pairing.deliver(step, { id: row?.event_id ?? '' });
    expect(await about(given.bob, given)).toHaveLength(1);
    const pushed = pairing.bus.live(notificationCreated).filter(({ userId }) => userId === given.bob.id);
    expect(pushed.filter(({ notification }) => notification.entity?.id === given.entityId)).toHaveLength(1);
    expect((await kindsOf(given)).filter((kind) => kind === 'capsule_sealed')).toHaveLength(1);
  });

  it('of an ended or unknown couple causes no notice', async () => {
    const given = await scene();
    await given.ada.call(unlinkPartner, {});
    await announce(given, 'opens_tomorrow');
    await announce({ coupleId: randomUUID(), entityId: randomUUID() }, 'ready');
    await allHandled();
    for (const one of [given.ada, given.bob]) expect(await about(one, given)).toEqual([]);
    expect(await pairing.rows('SELECT FROM handled_capsule_steps WHERE couple_id = $1', [given.coupleId])).toEqual([]);
  });

  it('is not listed for a person who switched capsules off, and is still offered to mail and push', async () => {
    const given = await scene();
    const { bob } = given;
    await pairing.bus.publish(userProfileChanged, bob.id, { ...bob.snapshot, unlisted: ['memories'], version: 2 });
    await eventually(async () =>
      expect(
        await pairing.rows("SELECT FROM people WHERE id = $1 AND 'memories' = ANY (unlisted)", [bob.id]),
      ).toHaveLength(1),
    );
    await announce(given, 'ready');
    await eventually(async () => expect(await about(given.ada, given)).toHaveLength(1));
    expect(await about(bob, given)).toEqual([]);
    await eventually(async () =>
      expect((await pairing.bus.events(noticeIssued)).filter(({ userId }) => userId === bob.id)).toContainEqual({
        userId: bob.id,
        notice: 'capsule_ready',
        aboutId: null,
        entity: { type: 'capsule', id: given.entityId },
      }),
    );
  });
});

describe('the activity list', () => {
  it('names the stages that people reached, and links to the capsule', async () => {
    const given = await scene();
    const { ada, bob, entityId: capsuleId } = given;
    const stages: [stage: CapsuleStage, more: Partial<CapsuleProgressed>, newest: string][] = [
      ['created', { actorId: ada.id }, 'capsule_created'],
      ['sealed', { actorId: bob.id }, 'capsule_sealed'],
      ['completed', { actorId: bob.id }, 'capsule_opened'],
      ['completed', { actorId: ada.id, kind: 'keepsake' }, 'capsule_kept'],
    ];
    const expected = ['linked'];
    for (const [stage, more, newest] of stages) {
      await announce(given, 'date_proposed', { actorId: bob.id });
      await announce(given, 'ready');
      await announce(given, stage, more);
      expected.unshift(newest);
      // Replicas handle two events at once.
      await eventually(async () => expect(await kindsOf(given)).toEqual(expected));
    }
    const [kept] = (await bob.call(listActivities, {})).activities;
    expect(kept).toMatchObject({ by: { _id: ada.id, firstName: 'Ada' }, entity: { type: 'capsule', id: capsuleId } });
    const pushed = pairing.bus.live(activityRecorded).filter(({ activity }) => activity.entity.id === capsuleId);
    expect(pushed.map(({ activity }) => activity.kind)).toEqual(
      expect.arrayContaining(['capsule_created', 'capsule_sealed', 'capsule_opened', 'capsule_kept']),
    );
    expect(pushed).toHaveLength(4);
  });

  it('has the order of the stages, whichever replica handles one first, and the same order at each reading', async () => {
    const given = await scene();
    const { ada, bob, coupleId, entityId: capsuleId } = given;
    const of = { coupleId, capsuleId, kind: 'timed' } as const;
    const [first, second] = [30_000, 31_000].map((ahead) => new Date(Date.now() + ahead).toISOString());
    await pairing.deliver({ ...of, step: 'completed', actorId: bob.id }, { at: second ?? '' });
    await pairing.deliver({ ...of, step: 'sealed', actorId: bob.id }, { at: first ?? '' });
    await pairing.deliver({ ...of, step: 'created', actorId: ada.id }, { at: first ?? '' });
    const kinds = await kindsOf(given);
    expect(kinds).toEqual(['capsule_opened', expect.any(String), expect.any(String), 'linked']);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ada.call(listActivities, { limit: 1, ...(cursor && { cursor }) });
      paged.push(...page.activities.map(({ kind }) => kind));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(kinds);
  });
});
