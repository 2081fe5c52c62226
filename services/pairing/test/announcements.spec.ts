import { randomUUID } from 'node:crypto';
import {
  type CapsuleProgressed,
  type CapsuleStage,
  type ChallengeStage,
  type NotificationView,
  activityRecorded,
  capsuleProgressed,
  challengeProgressed,
  goalProgressed,
  listActivities,
  listCreated,
  listNotifications,
  noticeIssued,
  wishProgressed,
  notificationCreated,
  readNotifications,
  storyProgressed,
  unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

interface Scene {
  ada: TestUser;
  bob: TestUser;
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
  step: CapsuleStage,
  more: Partial<CapsuleProgressed> = {},
) =>
  pairing.bus.publish(capsuleProgressed, coupleId, {
    coupleId,
    capsuleId,
    kind: 'timed',
    step,
    actorId: null,
    ...more,
  });

const about = async (of: TestUser, { capsuleId }: Scene): Promise<NotificationView[]> =>
  (await of.call(listNotifications, {})).notifications.filter(({ entity }) => entity?.id === capsuleId);

const messages = async (of: TestUser, given: Scene): Promise<string[]> =>
  (await about(of, given)).map(({ message }) => message);

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
        entity: { type: 'capsule', id: given.capsuleId },
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
    await pairing.deliver(step, { id: row?.event_id ?? '' });
    expect(await about(given.bob, given)).toHaveLength(1);
    const pushed = pairing.bus.live(notificationCreated).filter(({ userId }) => userId === given.bob.id);
    expect(pushed.filter(({ notification }) => notification.entity?.id === given.capsuleId)).toHaveLength(1);
    expect((await kindsOf(given)).filter((kind) => kind === 'capsule_sealed')).toHaveLength(1);
  });

  it('of an ended or unknown couple causes no notice', async () => {
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
        entity: { type: 'capsule', id: given.capsuleId },
      }),
    );
  });
});

describe('a stage of a goal', () => {
  it.each([
    ['proposed', 'Ada proposes a goal for the two of you'],
    ['achieved', 'Ada took the last step to a goal. Celebrate it together'],
  ] as const)('%s is a notice for the partner alone, and an activity of both', async (step, message) => {
    const given = await scene();
    const { ada, bob, coupleId, capsuleId: goalId } = given;
    await pairing.bus.publish(goalProgressed, coupleId, { coupleId, goalId, step, actorId: ada.id });
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
        entity: { type: 'goal', id: goalId },
      }),
    );
  });
});

describe('a story that waits again', () => {
  it('has one notice, the newest, unread even if the earlier one was read', async () => {
    const given = await scene();
    const { ada, bob, coupleId, capsuleId: sessionId } = given;
    const chosen = () =>
      pairing.bus.publish(storyProgressed, coupleId, { coupleId, sessionId, step: 'waiting', actorId: ada.id });
    await chosen();
    const [first] = await eventually(async () => {
      const found = await about(bob, given);
      expect(found).toHaveLength(1);
      return found;
    });
    await bob.call(readNotifications, { ids: [first?.id ?? ''] });
    await chosen();
    await eventually(async () => {
      const found = await about(bob, given);
      expect(found).toMatchObject([{ readAt: null }]);
      expect(found[0]?.id).not.toBe(first?.id);
    });
  });
});

describe('a stage of a story', () => {
  it.each([
    ['invited', 'Ada would like to read a story with you', ['story_invited']],
    ['waiting', 'Ada has chosen. Your story waits for you', []],
    ['finished', 'You and Ada have finished a story', ['story_finished']],
  ] as const)('%s is a notice for the partner alone', async (step, message, activities) => {
    const given = await scene();
    const { ada, bob, coupleId, capsuleId: sessionId } = given;
    await pairing.bus.publish(storyProgressed, coupleId, { coupleId, sessionId, step, actorId: ada.id });
    await eventually(async () =>
      expect(await about(bob, given)).toMatchObject([
        { message, link: `/challenges?tab=stories&story=${sessionId}`, entity: { type: 'story', id: sessionId } },
      ]),
    );
    expect(await about(ada, given)).toEqual([]);
    const listed = (await bob.call(listActivities, {})).activities.filter(({ entity }) => entity.id === sessionId);
    expect(listed.map(({ kind }) => kind)).toEqual(activities);
  });
});

const kindsOf = async ({ ada }: Scene): Promise<string[]> =>
  (await ada.call(listActivities, {})).activities.map(({ kind }) => kind);

describe('the activity list', () => {
  it('names the stages that people reached, and links to the capsule', async () => {
    const given = await scene();
    const { ada, bob, capsuleId } = given;
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
    const { ada, bob, coupleId, capsuleId } = given;
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

describe('a stage of a challenge', () => {
  const reach = ({ coupleId, capsuleId: challengeId }: Scene, stage: ChallengeStage, actorId: string | null = null) =>
    pairing.bus.publish(challengeProgressed, coupleId, { coupleId, challengeId, stage, actorId });

  it.each([
    ['proposed', 'Ada proposes a challenge for the two of you'],
    ['accepted', 'Ada accepted your challenge'],
    ['completed', 'You and Ada completed a challenge'],
  ] as const)('%s is a notice for the partner alone and an activity of both', async (stage, message) => {
    const given = await scene();
    const { ada, bob, capsuleId: id } = given;
    await reach(given, stage, ada.id);
    const entity = { type: 'challenge', id };
    await eventually(async () =>
      expect(await about(bob, given)).toMatchObject([{ message, link: `/challenges/${id}`, entity, readAt: null }]),
    );
    expect(await about(ada, given)).toEqual([]);
    expect((await ada.call(listActivities, {})).activities[0]).toMatchObject({
      kind: `challenge_${stage}`,
      by: { _id: ada.id },
      entity,
    });
    await eventually(async () =>
      expect(await pairing.bus.events(noticeIssued)).toContainEqual({
        userId: bob.id,
        notice: `challenge_${stage}`,
        aboutId: ada.id,
        entity,
      }),
    );
  });

  it.each([
    ['due_tomorrow', 'One of your challenges is due tomorrow'],
    ['overdue', 'A challenge has passed its day. Extend or let it go'],
  ] as const)('%s, which time made, is a notice for both and no activity', async (stage, message) => {
    const given = await scene();
    await reach(given, stage);
    for (const one of [given.ada, given.bob])
      await eventually(async () =>
        expect(await about(one, given)).toMatchObject([
          { message, link: `/challenges/${given.capsuleId}`, entity: { type: 'challenge_reminder' } },
        ]),
      );
    expect(await kindsOf(given)).toEqual(['linked']);
  });

  it('of a couple that has ended is none', async () => {
    const given = await scene();
    await given.ada.call(unlinkPartner, {});
    await reach(given, 'overdue');
    const last = await scene();
    await reach(last, 'overdue');
    await eventually(async () => expect(await about(last.ada, last)).toHaveLength(1));
    for (const one of [given.ada, given.bob]) expect(await about(one, given)).toEqual([]);
  });
});

describe('a stage of a wish', () => {
  it('redeemed is a notice for the partner alone, and an activity of both; fulfilled is the activity alone', async () => {
    const given = await scene();
    const { ada, bob, coupleId, capsuleId: wishId } = given;
    const kinds = async () => (await bob.call(listActivities, {})).activities.map(({ kind }) => kind);
    await pairing.bus.publish(wishProgressed, coupleId, { coupleId, wishId, step: 'redeemed', actorId: ada.id });
    await eventually(async () =>
      expect(await about(bob, given)).toMatchObject([
        {
          message: 'Ada would love one of your wishes to come true',
          link: `/challenges?tab=wishes&wish=${wishId}`,
          entity: { type: 'wish', id: wishId },
        },
      ]),
    );
    await pairing.bus.publish(wishProgressed, coupleId, { coupleId, wishId, step: 'fulfilled', actorId: ada.id });
    await eventually(async () => expect((await kinds()).slice(0, 2)).toEqual(['wish_fulfilled', 'wish_redeemed']));
    expect(await about(bob, given)).toHaveLength(1);
    expect(await about(ada, given)).toEqual([]);
  });
});

describe('a new list', () => {
  it('is a notice for the partner alone, and an activity of both', async () => {
    const given = await scene();
    const { ada, bob, coupleId, capsuleId: listId } = given;
    await pairing.bus.publish(listCreated, coupleId, { coupleId, listId, actorId: ada.id });
    await eventually(async () =>
      expect(await about(bob, given)).toMatchObject([
        {
          message: 'Ada started a list for the two of you',
          link: `/challenges?tab=lists&list=${listId}`,
          entity: { type: 'list', id: listId },
        },
      ]),
    );
    expect((await ada.call(listActivities, {})).activities[0]).toMatchObject({ kind: 'list_created' });
    expect(await about(ada, given)).toEqual([]);
  });
});
