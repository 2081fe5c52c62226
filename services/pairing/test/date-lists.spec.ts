import { randomUUID } from 'node:crypto';
import {
  addDate,
  changeDate,
  listCoupleRecords,
  listDates,
  removeDate,
  searchDates,
  setTimezone,
  setTogetherSince,
  unlinkPartner,
  userDeleted,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { aDate, add, change, list, titles } from './date-calls.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2026-11-21T12:00:00Z'));

describe('the list of dates', () => {
  it('uses the couple’s local day', async () => {
    pairing.itIs('2026-12-23T20:00:00Z');
    const [east] = await pairing.couple('Asia/Kolkata');
    const [west] = await pairing.couple('America/Los_Angeles');
    for (const one of [east, west]) await add(one);
    expect(await east.call(listDates, {})).toMatchObject({
      today: '2026-12-24',
      timezone: 'Asia/Kolkata',
      dates: [{ next: '2026-12-24', daysUntil: 0 }],
    });
    expect(await west.call(listDates, {})).toMatchObject({ today: '2026-12-23', dates: [{ daysUntil: 1 }] });
    pairing.itIs('2026-12-24T18:30:00Z');
    expect(await list(east)).toMatchObject([{ next: null, daysUntil: null }]);
    expect(await list(west)).toMatchObject([{ daysUntil: 0 }]);
    await west.call(setTimezone, { timezone: 'Asia/Kolkata' });
    expect(await list(west)).toMatchObject([{ next: null }]);
  });

  it('counts calendar days across a clock change', async () => {
    pairing.itIs('2026-03-28T22:30:00Z');
    const [ada] = await pairing.couple('Europe/Berlin');
    await add(ada, { date: '2026-03-30' });
    expect(await list(ada)).toMatchObject([{ daysUntil: 2 }]);
    pairing.itIs('2026-03-28T23:00:00Z');
    expect(await list(ada)).toMatchObject([{ daysUntil: 1 }]);
    pairing.itIs('2026-03-29T22:00:00Z');
    expect(await list(ada)).toMatchObject([{ daysUntil: 0 }]);
  });

  it('shows coming dates first, the nearest first, and 29 February on the 28th', async () => {
    pairing.itIs('2027-02-20T12:00:00Z');
    const [ada] = await pairing.couple();
    await add(ada, { title: 'Over long ago', date: '2020-01-01' });
    await add(ada, { title: 'Over lately', date: '2027-02-19' });
    await add(ada, { title: 'Leap day', date: '2024-02-29', yearly: true });
    await add(ada, { title: 'Birthday', date: '1990-02-19', yearly: true });
    await add(ada, { title: 'Tomorrow', date: '2027-02-21' });
    expect(await titles(ada)).toEqual(['Tomorrow', 'Leap day', 'Birthday', 'Over lately', 'Over long ago']);
    expect((await list(ada)).map(({ next }) => next)).toEqual(['2027-02-21', '2027-02-28', '2028-02-19', null, null]);
  });

  it('shows milestones that follow the couple’s first day', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(setTogetherSince, { togetherSince: '2026-08-14', version: 0 });
    expect((await bob.call(listDates, {})).milestones).toEqual([
      { kind: 'days', count: 100, next: '2026-11-21', daysUntil: 0 },
      { kind: 'days', count: 200, next: '2027-03-01', daysUntil: 100 },
      { kind: 'years', count: 1, next: '2027-08-14', daysUntil: 266 },
    ]);
    await bob.call(setTogetherSince, { togetherSince: '2024-02-29', version: 1 });
    expect((await ada.call(listDates, {})).milestones[0]).toMatchObject({
      kind: 'days',
      count: 1000,
      next: '2026-11-24',
    });
    expect(
      await pairing.rows(
        'SELECT 1 FROM important_dates WHERE couple_id = (SELECT couple_id FROM couple_members WHERE user_id = $1)',
        [ada.id],
      ),
    ).toEqual([]);
  });
});

describe('a search of dates', () => {
  const found = async (by: TestUser, q: string, limit?: number) => {
    const { hits, more } = await by.call(searchDates, { q, ...(limit !== undefined && { limit }) });
    return [hits.map(({ title }) => title), more];
  };

  it('finds the words of visible titles from their start, without case and accents', async () => {
    const [ada, bob] = await pairing.couple();
    await add(ada, { title: 'Zürich by night train', date: '2026-12-24' });
    await add(ada, { title: 'Night walk', date: '2026-12-25' });
    await add(ada, { title: 'Night surprise', private: true });
    expect(await found(bob, 'zuri TRAIN')).toEqual([['Zürich by night train'], false]);
    expect(await found(bob, 'night', 1)).toEqual([['Zürich by night train'], true]);
    expect(await found(bob, 'surprise')).toEqual([[], false]);
    expect(await found(ada, 'surprise')).toEqual([['Night surprise'], false]);
    for (const q of ['ight', '!!', '%%']) expect(await found(ada, q)).toEqual([[], false]);
    const [stranger] = await pairing.couple();
    expect(await found(stranger, 'night')).toEqual([[], false]);
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(searchDates, { q: 'night' })).toMatchObject({ code: 'NO_PARTNER' });
    for (const q of [' a ', 'x'.repeat(101)])
      expect(await ada.refusal(searchDates, { q })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('access to dates', () => {
  it('answers a stranger’s id like a missing one', async () => {
    const [[ada], [eve], alone] = [await pairing.couple(), await pairing.couple(), await pairing.person()];
    const made = await add(ada);
    expect(await eve.refusal(changeDate, change(made, { title: 'Hers' }))).toMatchObject({
      code: 'DATE_NOT_FOUND',
      status: 404,
    });
    expect(await eve.refusal(removeDate, { id: made.id })).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    expect(await eve.refusal(removeDate, { id: randomUUID() })).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    for (const refusal of [
      alone.refusal(listDates, {}),
      alone.refusal(addDate, aDate()),
      alone.refusal(changeDate, change(made, {})),
      alone.refusal(removeDate, { id: made.id }),
    ]) {
      expect(await refusal).toMatchObject({ code: 'NO_PARTNER', status: 403 });
    }
    expect(await list(ada)).toEqual([made]);
  });

  it('lets ex-partners export what they saw, returns it when the couple is restored, and purges it', async () => {
    const [ada, bob] = await pairing.couple();
    await add(ada, { date: '2026-12-01' });
    await add(ada, { title: 'The ring', private: true });
    await add(bob, { title: 'The necklace', private: true });
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(listDates, {})).toMatchObject({ code: 'NO_PARTNER' });
    const trip = { title: 'Our trip', date: '2026-12-01', yearly: false, remindDaysBefore: [0, 3], private: false };
    expect(await ada.call(listCoupleRecords, {})).toMatchObject([
      {
        status: 'ended',
        dates: [
          { ...trip, createdByMe: true },
          { title: 'The ring', private: true, createdByMe: true },
        ],
      },
    ]);
    expect(await bob.call(listCoupleRecords, {})).toMatchObject([
      {
        dates: [
          { ...trip, createdByMe: false },
          { title: 'The necklace', private: true },
        ],
      },
    ]);
    const coupleId = await pairing.link(bob, ada);
    expect([await titles(ada), await titles(bob)]).toEqual([
      ['Our trip', 'The ring'],
      ['Our trip', 'The necklace'],
    ]);
    await bob.call(unlinkPartner, {});
    pairing.itIs('2027-06-01T12:00:00Z');
    await pairing.sweep();
    expect(await pairing.rows('SELECT 1 FROM important_dates WHERE couple_id = $1', [coupleId])).toEqual([]);
    expect(await bob.call(listCoupleRecords, {})).toEqual([]);
  });

  it('deletes private dates with the account and names its owner nowhere', async () => {
    const [ada, bob] = await pairing.couple();
    await add(ada, { date: '2026-12-01' });
    await add(ada, { title: 'The ring', private: true });
    await pairing.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect(
        await pairing.rows('SELECT 1 FROM important_dates WHERE created_by = $1 OR private_to = $1', [ada.id]),
      ).toEqual([]),
    );
    expect(await bob.call(listCoupleRecords, {})).toMatchObject([
      { dates: [{ title: 'Our trip', createdByMe: false }] },
    ]);
    expect(
      await pairing.rows(
        'SELECT title FROM important_dates WHERE couple_id = (SELECT couple_id FROM couple_members WHERE user_id = $1)',
        [bob.id],
      ),
    ).toEqual([{ title: 'Our trip' }]);
  });
});
