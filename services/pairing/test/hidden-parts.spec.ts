import {
  type NotificationList,
  type PersonSnapshot,
  type TogetherPart,
  clearMood,
  coupleLinked,
  couplePartsChanged,
  getNudgeState,
  getPartnerStatus,
  goalProgressed,
  listActivities,
  listMoods,
  listNotifications,
  noticeIssued,
  personSettled,
  sendNudge,
  setMood,
  unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { randomUUID } from 'node:crypto';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const versions = new Map<string, number>();

/** The person switches off exactly these parts. */
async function hide(user: TestUser, hiddenParts: TogetherPart[], more: Partial<PersonSnapshot> = {}): Promise<void> {
  const version = (versions.get(user.id) ?? user.snapshot.version) + 1;
  versions.set(user.id, version);
  await pairing.bus.publish(userProfileChanged, user.id, { ...user.snapshot, ...more, hiddenParts, version });
  await pairing.bus.call(personSettled, { userId: user.id, version });
}

const hiddenFor = async (user: TestUser) => (await user.call(getPartnerStatus, {})).couple?.hiddenParts;

const changesOf = async (id: string) =>
  (await pairing.bus.events(couplePartsChanged)).filter(({ coupleId }) => coupleId === id).map(({ hidden }) => hidden);

const coupleOf = async (user: TestUser): Promise<string> => {
  const { couple } = await user.call(getPartnerStatus, {});
  if (!couple) throw new Error('there is no couple');
  return couple._id;
};

const kindsOf = ({ notifications }: NotificationList) => notifications.map(({ entity }) => entity?.type);

describe('a part of the couple', () => {
  it('is off for both while either has it off, and nobody can switch it on for the other', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await hiddenFor(ada)).toEqual([]);
    await hide(ada, ['lists']);
    for (const user of [ada, bob]) expect(await hiddenFor(user)).toEqual(['lists']);
    await hide(bob, ['lists', 'goals']);
    for (const user of [ada, bob]) expect(await hiddenFor(user)).toEqual(['goals', 'lists']);
    await hide(ada, []);
    for (const user of [ada, bob]) expect(await hiddenFor(user)).toEqual(['goals', 'lists']);
    await hide(bob, []);
    for (const user of [ada, bob]) expect(await hiddenFor(user)).toEqual([]);
  });

  it('is published with a version for each change, and not for one that changes nothing for the two', async () => {
    const [ada, bob] = await pairing.couple();
    const id = await coupleOf(ada);
    await hide(ada, ['wishes']);
    await hide(bob, ['wishes']);
    await hide(bob, ['wishes'], { firstName: 'Robert' });
    await hide(ada, []);
    await hide(bob, []);
    await eventually(async () =>
      expect(await changesOf(id)).toEqual([
        { parts: ['wishes'], version: 2 },
        { parts: [], version: 3 },
      ]),
    );
    expect(JSON.stringify(await changesOf(id))).not.toContain(ada.id);
  });

  it('is right when both switch at the same moment', async () => {
    const [ada, bob] = await pairing.couple();
    await Promise.all([hide(ada, ['stories']), hide(bob, ['gestures'])]);
    expect(await hiddenFor(ada)).toEqual(['stories', 'gestures']);
    await Promise.all([hide(ada, []), hide(bob, [])]);
    expect(await hiddenFor(bob)).toEqual([]);
  });

  it('follows the switches of the two who link: those of a former partner have no part in it', async () => {
    const [ada, bob] = await pairing.couple();
    const first = await coupleOf(ada);
    await hide(ada, ['goals']);
    await hide(bob, ['lists']);
    await ada.call(unlinkPartner, {});
    const cyd = await pairing.person({ firstName: 'Cyd' });
    await pairing.link(ada, cyd);
    expect(await hiddenFor(cyd)).toEqual(['goals']);
    await ada.call(unlinkPartner, {});
    // A switch that changes without a partner counts once the two are linked again.
    await hide(ada, []);
    await hide(bob, ['stories']);
    await pairing.link(ada, bob);
    expect(await coupleOf(ada)).toBe(first);
    expect(await hiddenFor(ada)).toEqual(['stories']);
    await eventually(async () => {
      const links = (await pairing.bus.events(coupleLinked)).filter(({ coupleId }) => coupleId === first);
      expect(links.map(({ hidden }) => hidden)).toEqual([
        { parts: [], version: 1 },
        { parts: ['stories'], version: 4 },
      ]);
    });
  });
});

describe('gestures that are switched off', () => {
  it('refuse moods and nudges of both, and bring back what was there', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(setMood, { mood: 'calm', note: 'Sea' });
    await hide(bob, ['gestures']);
    for (const user of [ada, bob]) {
      const refusals = [
        await user.refusal(listMoods, {}),
        await user.refusal(setMood, { mood: 'happy' }),
        await user.refusal(clearMood, {}),
        await user.refusal(getNudgeState, {}),
        await user.refusal(sendNudge, { kind: 'miss' }),
      ];
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'PART_HIDDEN', status: 403 });
    }
    await hide(bob, []);
    expect((await bob.call(listMoods, {})).moods).toMatchObject([{ userId: ada.id, mood: 'calm', note: 'Sea' }]);
    await bob.call(sendNudge, { kind: 'miss' });
  });

  it('are no secret way to learn whether somebody has a partner', async () => {
    const alone = await pairing.person();
    await hide(alone, ['gestures']);
    expect(await alone.refusal(sendNudge, { kind: 'miss' })).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('the notices and activities of a part', () => {
  it('are hidden with it, not counted, and come back', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(sendNudge, { kind: 'proud' });
    const before = await bob.call(listNotifications, {});
    const activities = (await bob.call(listActivities, {})).activities;
    expect(kindsOf(before)).toContain('nudge');
    await hide(ada, ['gestures']);
    const meanwhile = await bob.call(listNotifications, {});
    expect(kindsOf(meanwhile)).not.toContain('nudge');
    expect(meanwhile.unread).toBe(before.unread - 1);
    expect((await bob.call(listActivities, {})).activities.map(({ kind }) => kind)).toEqual(['linked']);
    const [, linked] = activities;
    expect((await bob.call(listActivities, { cursor: linked?.id ?? '' })).activities).toEqual([]);
    await hide(ada, []);
    expect(await bob.call(listNotifications, {})).toEqual(before);
    expect((await bob.call(listActivities, {})).activities).toEqual(activities);
  });

  it('that arrive late are dropped, without a push or a mail', async () => {
    const [ada, bob] = await pairing.couple();
    const coupleId = await coupleOf(ada);
    await hide(bob, ['goals']);
    const [late, later] = [randomUUID(), randomUUID()];
    const step = { coupleId, step: 'proposed' as const, actorId: ada.id };
    await pairing.bus.publish(goalProgressed, coupleId, { ...step, goalId: late });
    await eventually(async () =>
      expect(await pairing.rows('SELECT id FROM activities WHERE entity_id = $1', [late])).toHaveLength(1),
    );
    await hide(bob, []);
    await pairing.bus.publish(goalProgressed, coupleId, { ...step, goalId: later });
    await eventually(async () => {
      const issued = (await pairing.bus.events(noticeIssued)).map(({ entity }) => entity?.id);
      expect(issued).toContain(later);
      expect(issued).not.toContain(late);
    });
    expect((await bob.call(listNotifications, {})).notifications.map(({ entity }) => entity?.id)).not.toContain(late);
  });
});
