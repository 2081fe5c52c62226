import {
  type ChallengeStage,
  challengeProgressed,
  goalProgressed,
  listActivities,
  listCreated,
  noticeIssued,
  readNotifications,
  storyProgressed,
  unlinkPartner,
  wishProgressed,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type Scene, announcementCalls } from './announcement-calls.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const { scene, about, kindsOf } = announcementCalls(() => pairing);

describe('a stage of a challenge', () => {
  const reach = ({ coupleId, entityId: challengeId }: Scene, stage: ChallengeStage, actorId: string | null = null) =>
    pairing.bus.publish(challengeProgressed, coupleId, { coupleId, challengeId, stage, actorId });

  it.each([
    ['proposed', 'Ada proposes a challenge for the two of you'],
    ['accepted', 'Ada accepted your challenge'],
    ['completed', 'You and Ada completed a challenge'],
  ] as const)('%s is a notice for the partner alone and an activity of both', async (stage, message) => {
    const given = await scene();
    const { ada, bob, entityId: id } = given;
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
          { message, link: `/challenges/${given.entityId}`, entity: { type: 'challenge_reminder' } },
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

describe('a stage of a goal', () => {
  it.each([
    ['proposed', 'Ada proposes a goal for the two of you'],
    ['achieved', 'Ada took the last step to a goal. Celebrate it together'],
  ] as const)('%s is a notice for the partner alone, and an activity of both', async (step, message) => {
    const given = await scene();
    const { ada, bob, coupleId, entityId: goalId } = given;
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
    const { ada, bob, coupleId, entityId: sessionId } = given;
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
    const { ada, bob, coupleId, entityId: sessionId } = given;
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

describe('a stage of a wish', () => {
  it('redeemed is a notice for the partner alone, and an activity of both; fulfilled is the activity alone', async () => {
    const given = await scene();
    const { ada, bob, coupleId, entityId: wishId } = given;
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
    const { ada, bob, coupleId, entityId: listId } = given;
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
