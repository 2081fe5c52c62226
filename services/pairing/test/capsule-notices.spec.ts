import { randomUUID } from 'node:crypto';
import {
  type CapsuleProgressed,
  type CapsuleStep,
  type NotificationView,
  activityRecorded,
  capsuleProgressed,
  goalProgressed,
  listActivities,
  listNotifications,
  noticeIssued,
  notificationCreated,
  unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type Somebody } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

interface Scene {
  ada: Somebody;
  bob: Somebody;
  coupleId: string;
  capsuleId: string;
}

async function scene(): Promise<Scene> {
  const [ada, bob] = [await pairing.person({ firstName: 'Ada' }), await pairing.person({ firstName: 'Bob' })];
  return { ada, bob, coupleId: await pairing.link(ada, bob), capsuleId: randomUUID() };
}

/** Publishes what memories announces. */
const announce = (
  { coupleId, capsuleId }: Pick<Scene, 'coupleId' | 'capsuleId'>,
  step: CapsuleStep,
  more: Partial<CapsuleProgressed> = {},
) =>
  pairing.bus.tell(capsuleProgressed, coupleId, { coupleId, capsuleId, kind: 'timed', step, actorId: null, ...more });

const about = async (of: Somebody, { capsuleId }: Scene): Promise<NotificationView[]> =>
  (await of.call(listNotifications, {})).notifications.filter(({ entity }) => entity?.id === capsuleId);

const messages = async (of: Somebody, given: Scene): Promise<string[]> =>
  (await about(of, given)).map(({ message }) => message);

/** Events are consumed in order: once the notice of this one is there, all earlier ones are handled. */
async function allHandled(): Promise<void> {
  const last = await scene();
  await announce(last, 'ready');
  await eventually(async () => expect(await about(last.ada, last)).toHaveLength(1));
}

describe('a step of a capsule', () => {
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
      link: `/memories/${given.capsuleId}`,
      entity: { type: 'capsule', id: given.capsuleId },
      readAt: null,
    });
    expect(await about(given.ada, given)).toEqual([]);
    await eventually(async () =>
      expect((await pairing.bus.events(noticeIssued)).filter(({ userId }) => userId === given.bob.id)).toContainEqual({
        userId: given.bob.id,
        notice: `capsule_${step}`,
        aboutId: given.ada.id,
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
          { message, entity: { type }, link: `/memories/${given.capsuleId}` },
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
    const { coupleId, capsuleId, ada } = given;
    const step = { coupleId, capsuleId, kind: 'timed', step: 'sealed', actorId: ada.id } as const;
    await pairing.deliverAgain(step, row?.event_id ?? '');
    expect(await about(given.bob, given)).toHaveLength(1);
    const pushed = pairing.bus.live(notificationCreated).filter(({ userId }) => userId === given.bob.id);
    expect(pushed.filter(({ notification }) => notification.entity?.id === given.capsuleId)).toHaveLength(1);
    expect((await kindsOf(given)).filter((kind) => kind === 'capsule_sealed')).toHaveLength(1);
  });

  it('of a couple that has ended, or that nobody knows, is none', async () => {
    const given = await scene();
    await given.ada.call(unlinkPartner, {});
    await announce(given, 'opens_tomorrow');
    await announce({ coupleId: randomUUID(), capsuleId: randomUUID() }, 'ready');
    await allHandled();
    for (const one of [given.ada, given.bob]) expect(await about(one, given)).toEqual([]);
    expect(await pairing.rows('SELECT FROM handled_capsule_steps WHERE couple_id = $1', [given.coupleId])).toEqual([]);
  });

  it('is not listed for a person who switched capsules off, and is still offered to mail and push', async () => {
    const given = await scene();
    const { bob } = given;
    await pairing.bus.tell(userProfileChanged, bob.id, { ...bob.snapshot, unlisted: ['memories'], version: 2 });
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
      }),
    );
  });
});

describe('a step of a goal', () => {
  it.each([
    ['proposed', 'Ada proposes a goal for the two of you'],
    ['achieved', 'Ada took the last step to a goal. Celebrate it together'],
  ] as const)('%s is a notice for the partner alone, and an activity of both', async (step, message) => {
    const given = await scene();
    const { ada, bob, coupleId, capsuleId: goalId } = given;
    await pairing.bus.tell(goalProgressed, coupleId, { coupleId, goalId, step, actorId: ada.id });
    await eventually(async () =>
      expect(await about(bob, given)).toMatchObject([
        { message, link: `/challenges?tab=goals&goal=${goalId}`, entity: { type: 'goal', id: goalId } },
      ]),
    );
    expect(await about(ada, given)).toEqual([]);
    expect((await bob.call(listActivities, {})).activities[0]).toMatchObject({
      kind: `goal_${step}`,
      by: { _id: ada.id },
      entity: { type: 'goal', id: goalId },
    });
    await eventually(async () =>
      expect((await pairing.bus.events(noticeIssued)).filter(({ userId }) => userId === bob.id)).toContainEqual({
        userId: bob.id,
        notice: `goal_${step}`,
        aboutId: ada.id,
      }),
    );
  });
});

const kindsOf = async ({ ada }: Scene): Promise<string[]> =>
  (await ada.call(listActivities, {})).activities.map(({ kind }) => kind);

describe('the activity list', () => {
  it('names the steps that people took, and links to the capsule', async () => {
    const given = await scene();
    const { ada, bob, capsuleId } = given;
    const steps: [step: CapsuleStep, more: Partial<CapsuleProgressed>, newest: string][] = [
      ['created', { actorId: ada.id }, 'capsule_created'],
      ['sealed', { actorId: bob.id }, 'capsule_sealed'],
      ['completed', { actorId: bob.id }, 'capsule_opened'],
      ['completed', { actorId: ada.id, kind: 'keepsake' }, 'capsule_kept'],
    ];
    const expected = ['linked'];
    for (const [step, more, newest] of steps) {
      await announce(given, 'date_proposed', { actorId: bob.id });
      await announce(given, 'ready');
      await announce(given, step, more);
      expected.unshift(newest);
      // Steps of one millisecond have no order.
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
});
