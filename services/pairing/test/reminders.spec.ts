import { randomUUID } from 'node:crypto';
import {
  type AddDateDto,
  ChangeDateByIdDto,
  addDate,
  changeDate,
  getCoupleStatistics,
  listDates,
  listNotifications,
  noticeIssued,
  notificationCreated,
  removeDate,
  setTimezone,
  setTogetherSince,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const EARLY = '2026-12-01T00:00:00Z';

beforeEach(() => pairing.itIs(EARLY));

/** A couple without milestones near the days of these tests. */
async function couple(timezone = 'UTC'): Promise<[TestUser, TestUser]> {
  const [ada, bob] = await pairing.couple(timezone);
  await ada.call(setTogetherSince, { togetherSince: '2026-07-01', version: 0 });
  return [ada, bob];
}

const add = (by: TestUser, more: Partial<AddDateDto> = {}) =>
  by.call(addDate, {
    title: 'Our trip',
    date: '2026-12-24',
    yearly: false,
    remindDaysBefore: [3],
    private: false,
    clientId: randomUUID(),
    ...more,
  });

const reminded = async (of: TestUser): Promise<string[]> =>
  (await of.call(listNotifications, {})).notifications
    .filter(({ entity }) => entity?.type === 'date_reminder')
    .map(({ message }) => message);

/** Runs the reminders of both replicas twice at this time. */
async function remindAt(now: string): Promise<void> {
  pairing.itIs(now);
  for (let times = 0; times < 2; times += 1) await pairing.remind();
}

describe('a reminder', () => {
  it.each([
    ['Asia/Kolkata', '2026-12-21T03:29:59Z', '2026-12-21T03:30:00Z'],
    ['America/Los_Angeles', '2026-12-21T16:59:59Z', '2026-12-21T17:00:00Z'],
  ])('comes at nine in %s, once to each member, with two replicas', async (zone, before, nine) => {
    const [ada, bob] = await couple(zone);
    await add(ada);
    await remindAt(before);
    expect([await reminded(ada), await reminded(bob)]).toEqual([[], []]);
    await remindAt(nine);
    for (const one of [ada, bob]) expect(await reminded(one)).toEqual(['In 3 days: Our trip']);
    await remindAt(new Date(Date.parse(nine) + 60_000).toISOString());
    for (const one of [ada, bob]) expect(await reminded(one)).toHaveLength(1);
    await eventually(async () => {
      const issued = (await pairing.bus.events(noticeIssued)).filter(
        ({ userId, notice }) => notice === 'date_reminder' && [ada.id, bob.id].includes(userId),
      );
      expect(issued).toEqual(
        expect.arrayContaining(
          [ada, bob].map(({ id }) => expect.objectContaining({ userId: id, notice: 'date_reminder', aboutId: null })),
        ),
      );
      expect(issued).toHaveLength(2);
    });
    const pushed = pairing.bus
      .live(notificationCreated)
      .filter(({ userId }) => userId === bob.id)
      .at(-1);
    expect(pushed?.notification).toMatchObject({
      type: 'info',
      message: 'In 3 days: Our trip',
      link: '/dashboard',
      readAt: null,
    });
  });

  it('follows summer time', async () => {
    pairing.itIs('2027-03-20T00:00:00Z');
    const [ada, bob] = await couple('Europe/Berlin');
    await add(ada, { date: '2027-03-28', remindDaysBefore: [0, 1] });
    await remindAt('2027-03-27T08:00:00Z');
    expect(await reminded(bob)).toEqual(['Tomorrow: Our trip']);
    await remindAt('2027-03-28T06:59:59Z');
    expect(await reminded(bob)).toHaveLength(1);
    await remindAt('2027-03-28T07:00:00Z');
    expect(await reminded(bob)).toEqual(['Today: Our trip', 'Tomorrow: Our trip']);
  });

  it('is sent late on the same day, but not days later', async () => {
    const [ada, bob] = await couple();
    await add(ada, { remindDaysBefore: [1, 3] });
    await remindAt('2026-12-21T23:59:59Z');
    expect(await reminded(bob)).toEqual(['In 3 days: Our trip']);
    await remindAt('2026-12-26T10:00:00Z');
    expect(await reminded(bob)).toHaveLength(1);
  });

  it('of a private date reaches only its author', async () => {
    const [ada, bob] = await couple();
    await add(ada, { title: 'The ring', private: true });
    await remindAt('2026-12-21T09:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([['In 3 days: The ring'], []]);
    expect(JSON.stringify(pairing.bus.live(notificationCreated).filter(({ userId }) => userId === bob.id))).not.toMatch(
      /ring|date/,
    );
    // The live notification does not name it: he may sit beside her.
    expect(
      pairing.bus
        .live(notificationCreated)
        .filter(({ userId }) => userId === ada.id)
        .at(-1)?.notification.message,
    ).toBe('An important date is near');
    expect(
      (await pairing.bus.events(noticeIssued)).filter(
        ({ userId, notice }) => userId === bob.id && notice === 'date_reminder',
      ),
    ).toEqual([]);
  });

  it('comes every year, on the 28th where February has no 29th', async () => {
    pairing.itIs('2027-02-01T00:00:00Z');
    const [ada] = await couple();
    await add(ada, { title: 'Leap day', date: '2024-02-29', yearly: true, remindDaysBefore: [0] });
    await remindAt('2027-02-28T09:00:00Z');
    expect(await reminded(ada)).toHaveLength(1);
    await remindAt('2028-02-28T09:00:00Z');
    expect(await reminded(ada)).toHaveLength(1);
    await remindAt('2028-02-29T09:00:00Z');
    expect(await reminded(ada)).toEqual(['Today: Leap day', 'Today: Leap day']);
  });

  it('of a milestone comes on the day itself', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(setTogetherSince, { togetherSince: '2025-12-24', version: 0 });
    await remindAt('2026-12-23T09:00:00Z');
    expect(
      [await reminded(ada), await reminded(bob)].map((list) => list.filter((words) => /year|100|200/.test(words))),
    ).toEqual([[], []]);
    await remindAt('2026-12-24T09:00:00Z');
    for (const one of [ada, bob]) expect((await reminded(one))[0]).toBe('Today: 1 year together');
  });

  it('of the hundredth day comes in the morning that shows it, once', async () => {
    pairing.itIs('2026-09-01T18:00:00Z');
    const [ada] = await pairing.couple();
    const hundred = async () => (await reminded(ada)).filter((words) => words.includes('100'));
    await remindAt('2026-12-09T09:00:00Z');
    expect(await hundred()).toEqual([]);
    expect(await ada.call(getCoupleStatistics, {})).toEqual({ daysTogether: 99 });
    await remindAt('2026-12-10T09:00:00Z');
    expect(await ada.call(getCoupleStatistics, {})).toEqual({ daysTogether: 100 });
    expect(await hundred()).toEqual(['Today: 100 days together']);
  });

  it('is neither repeated nor lost by a change of time zone', async () => {
    const [[ada], [cyd]] = [await couple('Asia/Tokyo'), await couple('UTC')];
    for (const one of [ada, cyd]) await add(one, { date: '2026-12-21', remindDaysBefore: [0] });
    await remindAt('2026-12-21T00:00:00Z');
    expect([await reminded(ada), await reminded(cyd)].map((list) => list.length)).toEqual([1, 0]);
    await ada.call(setTimezone, { timezone: 'UTC' });
    await cyd.call(setTimezone, { timezone: 'Asia/Tokyo' });
    await remindAt('2026-12-21T00:01:00Z');
    await remindAt('2026-12-21T09:00:00Z');
    expect([await reminded(ada), await reminded(cyd)].map((list) => list.length)).toEqual([1, 1]);
  });

  it('is not sent for a date that was added after nine', async () => {
    const [ada] = await couple();
    await remindAt('2026-12-21T14:00:00Z');
    await add(ada, { date: '2026-12-21', remindDaysBefore: [0] });
    await remindAt('2026-12-21T14:01:00Z');
    expect(await reminded(ada)).toEqual([]);
  });

  it('stays due when another date is added in the same minute', async () => {
    const [ada, bob] = await couple();
    await add(ada);
    pairing.itIs('2026-12-21T09:00:20Z');
    await add(bob, { title: 'Another', date: '2027-01-01', remindDaysBefore: [] });
    await remindAt('2026-12-21T09:00:30Z');
    expect(await reminded(bob)).toEqual(['In 3 days: Our trip']);
  });

  it('follows a moved or renamed date, and is withdrawn with a removed or hidden one', async () => {
    const [ada, bob] = await couple();
    const made = await add(ada, { remindDaysBefore: [0, 3] });
    await remindAt('2026-12-21T09:00:00Z');
    const moved = await bob.call(
      changeDate,
      Object.assign(new ChangeDateByIdDto(), { id: made.id, version: 1, date: '2026-12-25', title: 'Our great trip' }),
    );
    expect(await reminded(ada)).toEqual(['In 3 days: Our great trip']);
    await remindAt('2026-12-22T09:00:00Z');
    expect(await reminded(ada)).toHaveLength(2);
    await ada.call(
      changeDate,
      Object.assign(new ChangeDateByIdDto(), { id: made.id, version: moved.version, private: true }),
    );
    expect([(await reminded(ada)).length, (await reminded(bob)).length]).toEqual([2, 0]);
    await remindAt('2026-12-25T09:00:00Z');
    expect([(await reminded(ada)).length, (await reminded(bob)).length]).toEqual([3, 0]);
    await ada.call(removeDate, { id: made.id });
    expect(await reminded(ada)).toEqual([]);
  });

  it('stops when the couple ends, and continues when it is restored', async () => {
    const [ada, bob] = await couple();
    await add(ada);
    await add(ada, { title: 'Later', date: '2026-12-31', remindDaysBefore: [0] });
    await remindAt('2026-12-21T09:00:00Z');
    await bob.call(unlinkPartner, {});
    expect(await reminded(ada)).toEqual(['An important date is near']);
    await remindAt('2026-12-30T09:00:00Z');
    await remindAt('2026-12-31T08:00:00Z');
    await pairing.link(ada, bob);
    expect(await reminded(ada)).toEqual(['In 3 days: Our trip']);
    await remindAt('2026-12-31T09:00:00Z');
    expect(await reminded(bob)).toEqual(['Today: Later', 'In 3 days: Our trip']);
    expect((await bob.call(listDates, {})).dates).toHaveLength(2);
  });
});
