import { randomUUID } from 'node:crypto';
import {
  type ChallengeView,
  type CoupleLinked,
  type RunningDay,
  addGoalEntry,
  cheerGoal,
  coupleLinked,
  coupleTimezoneChanged,
  createGoal,
  getChallenge,
  listChallenges,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { RunningChallenges, running, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const NEW_YORK = 'America/New_York';
const TOKYO = 'Asia/Tokyo';

/** At nine in UTC, on the day before: 2026-11-29T09:00:00Z. */
const DUE = '2026-11-30T18:00:00Z';

const zoneOf = async (coupleId: string): Promise<string | undefined> => {
  const [row] = await challenges.rows<{ timezone: string }>('SELECT timezone FROM couples WHERE id = $1', [coupleId]);
  return row?.timezone;
};

const announce = (coupleId: string, timezone: string, version: number, running?: RunningDay) =>
  challenges.bus.publish(coupleTimezoneChanged, coupleId, { coupleId, timezone, version, ...(running && { running }) });

/** Pairing announces this zone, and challenges has applied it. */
async function move(coupleId: string, timezone: string, version: number, running?: RunningDay): Promise<void> {
  await announce(coupleId, timezone, version, running);
  await eventually(async () => expect(await zoneOf(coupleId)).toBe(timezone));
}

/** A link of these two, handled: it also brings a new name of Ada. */
async function linkAgain(
  ada: TestUser,
  bob: TestUser,
  link: Pick<CoupleLinked, 'coupleId' | 'timezone' | 'version' | 'timezoneVersion'> & { linkedAt?: string },
): Promise<void> {
  const firstName = randomUUID();
  const renamed = { ...ada.snapshot, firstName, version: Date.now() % 1_000_000_000 };
  const linkedAt = link.linkedAt ?? challenges.clock.now().toISOString();
  await challenges.bus.publish(coupleLinked, link.coupleId, { ...link, members: [renamed, bob.snapshot], linkedAt });
  await eventually(async () =>
    expect(await challenges.rows('SELECT FROM people WHERE first_name = $1', [firstName])).toHaveLength(1),
  );
}

const pendingReminder = async ({ _id }: ChallengeView): Promise<string | null> => {
  const [job] = await challenges.rows<{ due_at: Date }>(
    "SELECT due_at FROM jobs WHERE queue = 'due-reminders' AND key = $1",
    [_id],
  );
  return job?.due_at.toISOString() ?? null;
};

describe('a new time zone of a couple', () => {
  it('moves the reminder of a due date, and no instant that was agreed on', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const agreed = await running(ada, bob, { dueAt: DUE, steps: [stepOf(), stepOf({ opensAt: 3 })] });
    expect(await pendingReminder(agreed)).toBe('2026-11-29T09:00:00.000Z');
    await move(coupleId, NEW_YORK, 2);
    expect(await pendingReminder(agreed)).toBe('2026-11-29T14:00:00.000Z');
    const { dueAt, steps } = await ada.call(getChallenge, { id: agreed._id });
    expect([dueAt, steps[1]?.opensAt]).toEqual(['2026-11-30T18:00:00.000Z', '2026-11-24T00:00:00.000Z']);
    const next = await running(ada, bob, { steps: [stepOf(), stepOf({ opensAt: 3 })] });
    expect(next.steps[1]?.opensAt).toBe('2026-11-24T05:00:00.000Z');
    challenges.itIs('2026-11-29T14:00:00Z');
    await eventually(async () => {
      challenges.remind();
      expect((await challenges.stagesOf(agreed)).at(-1)).toEqual(['due_tomorrow', null]);
    });
  });

  it('begins the days of goals', async () => {
    const [ada, , coupleId] = await challenges.couple();
    const { _id: id } = await ada.call(createGoal, {
      ...{ title: 'Run', type: 'habit', target: 2, perWeek: 3, category: 'health', ownership: 'mine_with_support' },
      clientId: randomUUID(),
    });
    const add = async () => (await ada.call(addGoalEntry, { id, delta: 1, clientId: randomUUID() })).progress;
    challenges.itIs('2026-11-24T12:00:00Z');
    expect(await add()).toMatchObject({ thisWeek: 1 });
    await move(coupleId, TOKYO, 2);
    // The evening of the same day in UTC, and the next morning in Tokyo.
    challenges.itIs('2026-11-24T20:00:00Z');
    expect(await add()).toMatchObject({ thisWeek: 2 });
  });

  it('gives no day of a goal twice', async () => {
    const [ada, bob, coupleId] = await challenges.couple(TOKYO);
    const { _id: id } = await ada.call(createGoal, {
      ...{ title: 'Run', type: 'habit', target: 2, perWeek: 3, category: 'health', ownership: 'mine_with_support' },
      clientId: randomUUID(),
    });
    const add = async () => (await ada.call(addGoalEntry, { id, delta: 1, clientId: randomUUID() })).progress;
    const cheers = async () => (await bob.call(cheerGoal, { id })).cheers;
    // Half past midnight in Tokyo, the morning of the day before in New York.
    challenges.itIs('2026-11-24T15:30:00Z');
    expect([await add(), await cheers()]).toMatchObject([{ thisWeek: 1 }, 1]);
    await move(coupleId, NEW_YORK, 2, { day: '2026-11-25', until: '2026-11-25T15:00:00.000Z' });
    for (const now of ['2026-11-24T15:30:00Z', '2026-11-25T14:59:59Z', '2026-11-26T04:59:59Z']) {
      challenges.itIs(now);
      expect([await add(), await cheers()]).toMatchObject([{ thisWeek: 1 }, 1]);
    }
    challenges.itIs('2026-11-26T05:00:00Z');
    expect([await add(), await cheers()]).toMatchObject([{ thisWeek: 2 }, 2]);
  });

  it('does not send a reminder twice that was due in the former one', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: DUE });
    challenges.itIs('2026-11-29T09:00:00Z');
    await eventually(async () => {
      challenges.remind();
      expect(await pendingReminder(challenge)).toBeNull();
    });
    await move(coupleId, NEW_YORK, 2);
    expect(await pendingReminder(challenge)).toBeNull();
  });

  it('stays when an older event or an older link arrives late, also one of the build before', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    await move(coupleId, TOKYO, 3);
    await announce(coupleId, NEW_YORK, 2);
    for (const zone of [{}, { timezoneVersion: 2 }])
      await linkAgain(ada, bob, { coupleId, timezone: 'UTC', version: 3, ...zone });
    await announce(coupleId, NEW_YORK, 3);
    const [, , other] = await challenges.couple();
    await move(other, NEW_YORK, 2);
    expect(await zoneOf(coupleId)).toBe(TOKYO);
  });

  it('comes with a link, also with one that arrives before its event', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: DUE });
    await linkAgain(ada, bob, { coupleId, timezone: NEW_YORK, version: 3, timezoneVersion: 2 });
    expect(await zoneOf(coupleId)).toBe(NEW_YORK);
    expect(await pendingReminder(challenge)).toBe('2026-11-29T14:00:00.000Z');
    // The build before changes a zone without counting: its next link says so.
    await linkAgain(ada, bob, { coupleId, timezone: TOKYO, version: 5, timezoneVersion: 2 });
    expect(await zoneOf(coupleId)).toBe(TOKYO);
  });

  it('waits for the link that it overtook', async () => {
    const [ada, bob] = [challenges.user(), challenges.user()];
    const coupleId = randomUUID();
    await announce(coupleId, TOKYO, 2);
    await linkAgain(ada, bob, { coupleId, timezone: NEW_YORK, version: 1, timezoneVersion: 1 });
    await eventually(async () => expect(await zoneOf(coupleId)).toBe(TOKYO));
  });

  it('plans nothing for a couple that has ended, and counts when it links again', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: DUE });
    await challenges.unlink(ada, bob, coupleId);
    await move(coupleId, NEW_YORK, 2);
    expect(await pendingReminder(challenge)).toBeNull();
    await linkAgain(ada, bob, { coupleId, timezone: NEW_YORK, version: 3, timezoneVersion: 2 });
    expect(await pendingReminder(challenge)).toBe('2026-11-29T14:00:00.000Z');
  });
});

describe('a link that has ended', () => {
  it('ends no other couple when its event is repeated', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const [cyd, other] = [challenges.user(), randomUUID()];
    const between = { coupleId: other, timezone: 'UTC', version: 1, linkedAt: '2026-11-24T13:00:00.000Z' };
    await challenges.unlink(ada, bob, coupleId);
    await linkAgain(ada, cyd, between);
    await challenges.unlink(ada, cyd, other);
    // Who links again keeps the day of the first link.
    await linkAgain(ada, bob, { coupleId, timezone: 'UTC', version: 3, linkedAt: '2026-11-22T12:00:00.000Z' });
    await linkAgain(ada, cyd, between);
    for (const user of [ada, bob]) await user.call(listChallenges, {});
    expect(await cyd.refusal(listChallenges, {})).toMatchObject({ code: 'NO_PARTNER' });
  });
});
