import {
  TEXTS,
  activityRecorded,
  coupleLinked,
  coupleTimezoneChanged,
  createInvite,
  getCoupleStatistics,
  getPartnerStatus,
  linkPartner,
  listActivities,
  respondToRequest,
  sendPartnerRequest,
  setTimezone,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const BERLIN = 'Europe/Berlin';
const TOKYO = 'Asia/Tokyo';

const ask = async (from: TestUser, to: TestUser, timezone?: string): Promise<string> => {
  const { request } = await from.call(sendPartnerRequest, { receiverId: to.id, ...(timezone && { timezone }) });
  if (!request) throw new Error('no request was made');
  return request.id;
};

/** Ada asks in Tokyo, and Bob accepts in his time zone. */
const linkUp = async (ada: TestUser, bob: TestUser, timezone?: string) => {
  const { couple } = await bob.call(respondToRequest, {
    id: await ask(ada, bob, TOKYO),
    action: 'accept',
    ...(timezone && { timezone }),
  });
  if (!couple) throw new Error('no couple was made');
  return couple;
};

/** The local day of the link depends on the zone. */
const ANY_FIRST_DAY = { togetherSince: expect.any(String) };

const twoPeople = async (): Promise<[TestUser, TestUser]> => [await pairing.person(), await pairing.person()];

const zoneOf = async (person: TestUser) => (await person.call(getPartnerStatus, {})).couple?.timezone;

const changesOf = async (id: string) =>
  (await pairing.bus.events(coupleTimezoneChanged)).filter(({ coupleId }) => coupleId === id);

const linksOf = async (id: string) =>
  (await pairing.bus.events(coupleLinked)).filter(({ coupleId }) => coupleId === id);

const pushedTo = (to: TestUser) =>
  pairing.bus
    .live(activityRecorded)
    .filter(({ members, activity }) => activity.kind === 'timezone_changed' && members.includes(to.id));

describe("a new couple's time zone", () => {
  it('is that of the person who accepts, and is part of the event', async () => {
    const [ada, bob] = await twoPeople();
    const couple = await linkUp(ada, bob, BERLIN);
    expect(couple.timezone).toBe(BERLIN);
    expect([await zoneOf(ada), await zoneOf(bob)]).toEqual([BERLIN, BERLIN]);
    await eventually(async () => {
      const events = await pairing.bus.events(coupleLinked);
      expect(events.find(({ coupleId }) => coupleId === couple._id)).toMatchObject({ timezone: BERLIN });
    });
  });

  it('is that of the person who redeems a code', async () => {
    const [ada, bob] = await twoPeople();
    const { code } = await ada.call(createInvite, {});
    const made = await bob.call(linkPartner, { partnerIdentifier: code, timezone: BERLIN });
    expect(made.couple?.timezone).toBe(BERLIN);
    // A repeated call returns the existing couple.
    expect(await bob.call(linkPartner, { partnerIdentifier: code, timezone: TOKYO })).toEqual(made);
  });

  it('is that of the person whose request accepts the other one', async () => {
    const [ada, bob] = await twoPeople();
    await ask(ada, bob, TOKYO);
    expect(await bob.call(sendPartnerRequest, { receiverId: ada.id, timezone: BERLIN })).toMatchObject({
      couple: { timezone: BERLIN },
    });
  });

  it('is that of the person who accepts by naming the other', async () => {
    const [ada, bob] = await twoPeople();
    await ask(ada, bob, TOKYO);
    expect(await bob.call(linkPartner, { partnerIdentifier: ada.snapshot.username, timezone: BERLIN })).toMatchObject({
      couple: { timezone: BERLIN },
    });
  });

  it('is UTC when no call has a zone', async () => {
    const [ada, bob] = await twoPeople();
    expect((await linkUp(ada, bob)).timezone).toBe('UTC');
  });

  it('is the former one when the couple is restored', async () => {
    const [ada, bob] = await twoPeople();
    const couple = await linkUp(ada, bob, BERLIN);
    await ada.call(setTimezone, { timezone: 'America/New_York' });
    await ada.call(unlinkPartner, {});
    expect(await linkUp(bob, ada, TOKYO)).toEqual({
      ...couple,
      ...ANY_FIRST_DAY,
      timezone: 'America/New_York',
      version: 3,
    });
  });

  it.each(['Mars/Olympus', '+02:00', 'Etc/Unknown', ''])('cannot be %j', async (timezone) => {
    const [ada, bob] = await twoPeople();
    const refused = {
      code: 'VALIDATION_FAILED',
      status: 400,
      errors: [{ field: 'timezone', message: TEXTS.timezoneInvalid }],
    };
    const id = await ask(ada, bob);
    expect(await bob.refusal(respondToRequest, { id, action: 'accept', timezone })).toMatchObject(refused);
    expect(await bob.refusal(sendPartnerRequest, { receiverId: ada.id, timezone })).toMatchObject(refused);
    expect(await bob.refusal(linkPartner, { partnerIdentifier: ada.snapshot.username, timezone })).toMatchObject(
      refused,
    );
    expect(await pairing.activeCouples(ada, bob)).toBe(0);
    await linkUp(ada, bob, BERLIN);
    expect(await ada.refusal(setTimezone, { timezone })).toMatchObject(refused);
    expect(await zoneOf(bob)).toBe(BERLIN);
  });
});

describe("the couple's time zone", () => {
  it('is set by either member for both, pushed to both, and recorded as an activity', async () => {
    const [ada, bob] = await twoPeople();
    const couple = await linkUp(ada, bob);
    expect(await ada.call(setTimezone, { timezone: BERLIN })).toEqual({
      ...couple,
      ...ANY_FIRST_DAY,
      timezone: BERLIN,
    });
    expect(await zoneOf(bob)).toBe(BERLIN);
    expect(await bob.call(setTimezone, { timezone: TOKYO })).toEqual({ ...couple, ...ANY_FIRST_DAY, timezone: TOKYO });
    expect(await zoneOf(ada)).toBe(TOKYO);
    const { activities } = await bob.call(listActivities, {});
    expect(activities.map(({ kind, by }) => [kind, by?._id])).toEqual([
      ['timezone_changed', bob.id],
      ['timezone_changed', ada.id],
      ['linked', undefined],
    ]);
    await eventually(() => expect(pushedTo(ada)).toHaveLength(2));
    expect(pushedTo(ada)[0]?.members.toSorted()).toEqual([ada.id, bob.id].toSorted());
  });

  it('is published with a version for each change, and carried by a link', async () => {
    const [ada, bob] = await twoPeople();
    const { _id: coupleId } = await linkUp(ada, bob, BERLIN);
    await ada.call(setTimezone, { timezone: TOKYO });
    await bob.call(setTimezone, { timezone: TOKYO });
    await bob.call(setTimezone, { timezone: BERLIN });
    const running = { day: expect.any(String), until: expect.any(String) };
    await ada.call(unlinkPartner, {});
    await linkUp(bob, ada, TOKYO);
    await eventually(async () => {
      expect(await changesOf(coupleId)).toEqual([
        { coupleId, timezone: TOKYO, version: 2, running },
        { coupleId, timezone: BERLIN, version: 3, running },
      ]);
      expect((await linksOf(coupleId)).map(({ timezone, timezoneVersion }) => [timezone, timezoneVersion])).toEqual([
        [BERLIN, 1],
        [BERLIN, 3],
      ]);
    });
  });

  it('records nothing when it stays the same', async () => {
    const [ada, bob] = await twoPeople();
    const couple = await linkUp(ada, bob, BERLIN);
    expect(
      await Promise.all([ada.call(setTimezone, { timezone: TOKYO }), bob.call(setTimezone, { timezone: TOKYO })]),
    ).toEqual([
      { ...couple, ...ANY_FIRST_DAY, timezone: TOKYO },
      { ...couple, ...ANY_FIRST_DAY, timezone: TOKYO },
    ]);
    expect(await bob.call(setTimezone, { timezone: TOKYO })).toEqual({ ...couple, ...ANY_FIRST_DAY, timezone: TOKYO });
    const { activities } = await bob.call(listActivities, {});
    expect(activities.filter(({ kind }) => kind === 'timezone_changed')).toHaveLength(1);
  });

  it('does not change the current day count', async () => {
    const [ada, bob] = await twoPeople();
    const couple = await linkUp(ada, bob);
    await pairing.rows(`UPDATE couples SET linked_at = now() - interval '30 hours' WHERE id = $1`, [couple._id]);
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', TOKYO]) {
      await ada.call(setTimezone, { timezone });
      expect(await bob.call(getCoupleStatistics, {})).toEqual({ daysTogether: 2 });
    }
  });

  it('needs a partner, and changes no other couple', async () => {
    const [[ada, bob], stranger] = [await twoPeople(), await pairing.person()];
    await linkUp(ada, bob, BERLIN);
    expect(await stranger.refusal(setTimezone, { timezone: TOKYO })).toMatchObject({ code: 'NO_PARTNER', status: 403 });
    expect(await pairing.stranger().refusal(setTimezone, { timezone: TOKYO })).toMatchObject({ code: 'NO_PARTNER' });
    const [cyd, dan] = await twoPeople();
    await linkUp(cyd, dan);
    await cyd.call(setTimezone, { timezone: TOKYO });
    expect(await zoneOf(ada)).toBe(BERLIN);
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(setTimezone, { timezone: TOKYO })).toMatchObject({ code: 'NO_PARTNER' });
  });
});
