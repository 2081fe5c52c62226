import { randomUUID } from 'node:crypto';
import {
  type CoupleLinked,
  addContribution,
  coupleLinked,
  coupleTimezoneChanged,
  listCapsules,
  sealCapsule,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T20:00:00Z'));

const NEW_YORK = 'America/New_York';
const TOKYO = 'Asia/Tokyo';

const zoneOf = async (coupleId: string): Promise<string | undefined> => {
  const [row] = await memories.rows<{ timezone: string }>('SELECT timezone FROM couples WHERE id = $1', [coupleId]);
  return row?.timezone;
};

const announce = (coupleId: string, timezone: string, version: number) =>
  memories.bus.publish(coupleTimezoneChanged, coupleId, { coupleId, timezone, version });

/** Pairing announces this zone, and memories has applied it. */
async function move(coupleId: string, timezone: string, version: number): Promise<void> {
  await announce(coupleId, timezone, version);
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
  const linkedAt = link.linkedAt ?? memories.clock.now().toISOString();
  await memories.bus.publish(coupleLinked, link.coupleId, { ...link, members: [renamed, bob.snapshot], linkedAt });
  await eventually(async () =>
    expect(await memories.rows('SELECT FROM people WHERE first_name = $1', [firstName])).toHaveLength(1),
  );
}

describe('a new time zone of a couple', () => {
  it('decides the day of what is kept from then on', async () => {
    const [ada, , coupleId] = await memories.couple();
    const { _id: id } = await album(ada);
    const write = async () =>
      (await ada.call(addContribution, { id, text: 'Here we are', clientId: randomUUID() })).happenedAt;
    expect(await write()).toBe('2026-11-22');
    await move(coupleId, TOKYO, 2);
    expect(await write()).toBe('2026-11-23');
  });

  it('moves neither an opening nor its reminders', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const { _id: id, unlockAt } = await bury(ada);
    for (const user of [ada, bob]) {
      await user.call(addContribution, { id, text: 'For later', clientId: randomUUID() });
      await user.call(sealCapsule, { id });
    }
    const planned = () => memories.rows('SELECT key, due_at FROM jobs WHERE subject = $1 ORDER BY key', [coupleId]);
    const before = await planned();
    expect(before).toHaveLength(2);
    await move(coupleId, TOKYO, 2);
    expect(await planned()).toEqual(before);
    expect(await memories.rows('SELECT unlock_at FROM capsules WHERE id = $1', [id])).toEqual([
      { unlock_at: new Date(unlockAt ?? '') },
    ]);
  });

  it('stays when an older event or an older link arrives late, also one of the build before', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    await move(coupleId, TOKYO, 3);
    await announce(coupleId, NEW_YORK, 2);
    for (const zone of [{}, { timezoneVersion: 2 }])
      await linkAgain(ada, bob, { coupleId, timezone: 'UTC', version: 3, ...zone });
    await announce(coupleId, NEW_YORK, 3);
    const [, , other] = await memories.couple();
    await move(other, NEW_YORK, 2);
    expect(await zoneOf(coupleId)).toBe(TOKYO);
  });

  it('comes with a link, also with one that arrives before its event', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    await linkAgain(ada, bob, { coupleId, timezone: NEW_YORK, version: 3, timezoneVersion: 2 });
    expect(await zoneOf(coupleId)).toBe(NEW_YORK);
    // The build before changes a zone without counting: its next link says so.
    await linkAgain(ada, bob, { coupleId, timezone: TOKYO, version: 5, timezoneVersion: 2 });
    expect(await zoneOf(coupleId)).toBe(TOKYO);
  });

  it('waits for the link that it overtook', async () => {
    const [ada, bob] = [memories.user(), memories.user()];
    const coupleId = randomUUID();
    await announce(coupleId, TOKYO, 2);
    await linkAgain(ada, bob, { coupleId, timezone: NEW_YORK, version: 1, timezoneVersion: 1 });
    await eventually(async () => expect(await zoneOf(coupleId)).toBe(TOKYO));
  });
});

describe('a link that has ended', () => {
  it('ends no other couple when its event is repeated', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const [cyd, other] = [memories.user(), randomUUID()];
    const between = { coupleId: other, timezone: 'UTC', version: 1, linkedAt: '2026-11-24T13:00:00.000Z' };
    await memories.unlink(ada, bob, coupleId);
    await linkAgain(ada, cyd, between);
    await memories.unlink(ada, cyd, other);
    // Who links again keeps the day of the first link.
    await linkAgain(ada, bob, { coupleId, timezone: 'UTC', version: 3, linkedAt: '2026-11-22T12:00:00.000Z' });
    await linkAgain(ada, cyd, between);
    for (const user of [ada, bob]) await user.call(listCapsules, {});
    expect(await cyd.refusal(listCapsules, {})).toMatchObject({ code: 'NO_PARTNER' });
  });
});
