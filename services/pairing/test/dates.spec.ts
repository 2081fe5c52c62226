import { randomUUID } from 'node:crypto';
import {
  AddDateDto, ChangeDateByIdDto, type ImportantDateView, LIMITS, activityRecorded, addDate, changeDate, dateChanged, listActivities, listCoupleRecords, listDates, removeDate,
  setTimezone, setTogetherSince, unlinkPartner, userDeleted,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type Somebody } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2026-11-21T12:00:00Z'));

const TRIP = { title: 'Our trip', date: '2026-12-24', yearly: false, remindDaysBefore: [3, 0], private: false };

const aDate = (more: Partial<AddDateDto> = {}): AddDateDto => ({ ...TRIP, clientId: randomUUID(), ...more });

const add = (by: Somebody, more: Partial<AddDateDto> = {}) => by.call(addDate, aDate(more));

const change = ({ id, version }: ImportantDateView, more: Partial<ChangeDateByIdDto>) => Object.assign(new ChangeDateByIdDto(), { id, version, ...more });

const list = async (of: Somebody) => (await of.call(listDates, {})).dates;

const titles = async (of: Somebody) => (await list(of)).map(({ title }) => title);

/** Who heard of this date, and as what, in order. */
const heard = (id: string): [string, string[]][] => {
  const changed = pairing.bus.live(dateChanged).map(({ users, activity }) => ({ to: users, activity }));
  const recorded = pairing.bus.live(activityRecorded).map(({ members, activity }) => ({ to: [...members], activity }));
  return [...recorded, ...changed].filter(({ activity }) => activity.entity.id === id).map(({ to, activity }) => [activity.kind, to.toSorted()]);
};

describe('a date', () => {
  it('is there for both, who hear of it without its words', async () => {
    const [ada, bob] = await pairing.couple('Europe/Berlin');
    const made = await add(ada);
    expect(made).toEqual({
      _id: made.id, id: made.id, title: 'Our trip', date: '2026-12-24', yearly: false, remindDaysBefore: [0, 3], private: false, createdBy: ada.id, next: '2026-12-24', daysUntil: 33, version: 1,
    });
    expect([await list(ada), await list(bob)]).toEqual([[made], [made]]);
    await eventually(() => expect(heard(made.id)).toEqual([['date_added', [ada.id, bob.id].toSorted()]]));
    const [activity] = (await bob.call(listActivities, {})).activities;
    expect(activity).toMatchObject({ kind: 'date_added', by: { _id: ada.id, firstName: 'Ada' }, entity: { type: 'important_date', id: made.id } });
    expect(JSON.stringify([pairing.bus.live(activityRecorded), activity])).not.toContain('Our trip');
  });

  it('is made once however often it is asked for, also at the same time', async () => {
    const [ada, bob] = await pairing.couple();
    const asked = aDate();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.call(addDate, asked)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await ada.call(addDate, { ...asked, title: 'Something else' })).toEqual(answers[0]);
    expect(await list(bob)).toHaveLength(1);
    // An id is its author's own: the other one's is another date.
    await bob.call(addDate, asked);
    expect(await list(ada)).toHaveLength(2);
    await eventually(() => expect(heard(answers[0]?.id ?? '')).toHaveLength(1));
  });

  it('is changed by either on the version they saw, and told once', async () => {
    const [ada, bob] = await pairing.couple();
    const made = await add(ada);
    const changed = await bob.call(changeDate, change(made, { title: 'Our great trip', yearly: true }));
    expect(changed).toMatchObject({ title: 'Our great trip', yearly: true, date: '2026-12-24', remindDaysBefore: [0, 3], createdBy: ada.id, version: 2 });
    expect(await list(ada)).toEqual([changed]);
    expect(await ada.refusal(changeDate, change(made, { title: 'Mine' }))).toMatchObject({ code: 'VERSION_CONFLICT', status: 409, current: changed });
    const both = await Promise.allSettled([ada, bob].map((one) => one.call(changeDate, change(changed, { title: one.id }))));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await eventually(() => expect(heard(made.id).map(([kind]) => kind)).toEqual(['date_added', 'date_changed', 'date_changed']));
  });

  it('is removed by either', async () => {
    const [ada, bob] = await pairing.couple();
    const made = await add(ada);
    expect(await bob.call(removeDate, { id: made.id })).toEqual({ done: true });
    expect(await list(ada)).toEqual([]);
    expect(await ada.refusal(removeDate, { id: made.id })).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    expect(await ada.refusal(changeDate, change(made, { title: 'x' }))).toMatchObject({ code: 'DATE_NOT_FOUND' });
    await eventually(() => expect(heard(made.id).at(-1)).toEqual(['date_changed', [ada.id, bob.id].toSorted()]));
  });

  it.each<[string, Partial<Record<keyof AddDateDto, unknown>>]>([
    ['title', { title: '  ' }],
    ['title', { title: 'x'.repeat(101) }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: '1899-12-31' }],
    ['date', { date: 20_261_224 }],
    ['yearly', { yearly: 'yes' }],
    ['remindDaysBefore', { remindDaysBefore: [2] }],
    ['remindDaysBefore', { remindDaysBefore: [1, 1] }],
    ['remindDaysBefore', { remindDaysBefore: '1' }],
    ['private', { private: null }],
    ['clientId', { clientId: 'x' }],
    ['createdBy', { createdBy: randomUUID() } as object],
  ])('is refused for its %s: %j', async (field, more) => {
    const [ada] = await pairing.couple();
    expect(await ada.refusal(addDate, Object.assign(new AddDateDto(), aDate(), more))).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field }] });
    expect(await list(ada)).toEqual([]);
  });

  it.each<[string, object]>([
    ['title', { title: null }],
    ['date', { date: '' }],
    ['version', { version: 0 }],
    ['clientId', { clientId: randomUUID() }],
  ])('is not changed in its %s to %j', async (field, more) => {
    const [ada] = await pairing.couple();
    const made = await add(ada);
    expect(await ada.refusal(changeDate, change(made, more))).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field }] });
  });

  it('is one of a hundred at most, as many as one sees', async () => {
    const [ada, bob] = await pairing.couple();
    await pairing.rows(
      `INSERT INTO important_dates (id, couple_id, title, date, yearly, remind_days_before, private_to, created_by, client_id)
       SELECT gen_random_uuid(), couple_id, 'Secret', '2026-12-01', false, '{}', user_id, user_id, gen_random_uuid() FROM couple_members, generate_series(1, $2::int) WHERE user_id = $1`,
      [ada.id, LIMITS.importantDates],
    );
    expect(await ada.refusal(addDate, aDate())).toMatchObject({ code: 'TOO_MANY_DATES', status: 409 });
    // He is not told by a refusal how many secrets she has.
    await add(bob);
    expect(await titles(bob)).toEqual(['Our trip']);
  });
});

describe('a surprise', () => {
  it('is nowhere for the other: no list, no event, no activity, no export, no id', async () => {
    const [ada, bob] = await pairing.couple();
    const made = await add(ada, { title: 'The ring', private: true });
    const changed = await ada.call(changeDate, change(made, { title: 'The golden ring' }));
    expect(changed).toMatchObject({ private: true, version: 2 });
    expect(await titles(ada)).toEqual(['The golden ring']);
    const seen = [await bob.call(listDates, {}), await bob.call(listActivities, {}), await bob.call(listCoupleRecords, {})];
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`ring|${made.id}`));
    expect(await bob.refusal(changeDate, change(changed, { title: 'x' }))).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    expect(await bob.refusal(removeDate, { id: made.id })).toMatchObject({ code: 'DATE_NOT_FOUND' });
    await ada.call(removeDate, { id: made.id });
    await eventually(() => expect(heard(made.id)).toEqual(Array.from({ length: 3 }, () => ['date_changed', [ada.id]])));
  });

  it('becomes shared by its author, and a surprise again, as if the other had never known', async () => {
    const [ada, bob] = await pairing.couple();
    const secret = await add(ada, { private: true });
    const shared = await ada.call(changeDate, change(secret, { private: false }));
    expect(await list(bob)).toEqual([shared]);
    expect((await bob.call(listActivities, {})).activities[0]?.kind).toBe('date_added');
    expect(await bob.refusal(changeDate, change(shared, { private: true }))).toMatchObject({ code: 'ACCESS_DENIED', status: 403 });
    expect(await bob.call(changeDate, change(shared, { private: false, title: 'Fine' }))).toMatchObject({ title: 'Fine', version: 3 });
    const [now] = await list(ada);
    if (!now) throw new Error('it is gone');
    await ada.call(changeDate, change(now, { private: true }));
    expect(JSON.stringify([await list(bob), await bob.call(listActivities, {}), await bob.call(listCoupleRecords, {})])).not.toContain(secret.id);
    expect(await titles(ada)).toEqual(['Fine']);
    await eventually(() => expect(heard(secret.id).at(-1)).toEqual(['date_changed', [ada.id, bob.id].toSorted()]));
  });
});

describe('what is to come', () => {
  it('is reckoned by the couple’s own calendar', async () => {
    pairing.itIs('2026-12-23T20:00:00Z');
    const [east] = await pairing.couple('Asia/Kolkata');
    const [west] = await pairing.couple('America/Los_Angeles');
    for (const one of [east, west]) await add(one);
    expect(await east.call(listDates, {})).toMatchObject({ today: '2026-12-24', timezone: 'Asia/Kolkata', dates: [{ next: '2026-12-24', daysUntil: 0 }] });
    expect(await west.call(listDates, {})).toMatchObject({ today: '2026-12-23', dates: [{ daysUntil: 1 }] });
    pairing.itIs('2026-12-24T18:30:00Z');
    expect(await list(east)).toMatchObject([{ next: null, daysUntil: null }]);
    expect(await list(west)).toMatchObject([{ daysUntil: 0 }]);
    await west.call(setTimezone, { timezone: 'Asia/Kolkata' });
    expect(await list(west)).toMatchObject([{ next: null }]);
  });

  it('counts days of the calendar over a change of clocks', async () => {
    pairing.itIs('2026-03-28T22:30:00Z');
    const [ada] = await pairing.couple('Europe/Berlin');
    await add(ada, { date: '2026-03-30' });
    expect(await list(ada)).toMatchObject([{ daysUntil: 2 }]);
    pairing.itIs('2026-03-28T23:00:00Z');
    expect(await list(ada)).toMatchObject([{ daysUntil: 1 }]);
    pairing.itIs('2026-03-29T22:00:00Z');
    expect(await list(ada)).toMatchObject([{ daysUntil: 0 }]);
  });

  it('stands before what is over, the nearest first; 29 February comes on the 28th', async () => {
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

  it('has the milestones, which follow the day since when', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(setTogetherSince, { togetherSince: '2026-08-14', version: 0 });
    expect((await bob.call(listDates, {})).milestones).toEqual([
      { kind: 'days', count: 100, next: '2026-11-21', daysUntil: 0 },
      { kind: 'days', count: 200, next: '2027-03-01', daysUntil: 100 },
      { kind: 'years', count: 1, next: '2027-08-14', daysUntil: 266 },
    ]);
    await bob.call(setTogetherSince, { togetherSince: '2024-02-29', version: 1 });
    expect((await ada.call(listDates, {})).milestones[0]).toMatchObject({ kind: 'days', count: 1000, next: '2026-11-24' });
    expect(await pairing.rows('SELECT 1 FROM important_dates WHERE couple_id = (SELECT couple_id FROM couple_members WHERE user_id = $1)', [ada.id])).toEqual([]);
  });
});

describe('strangers and those who have parted', () => {
  it('find nothing, and a foreign id is like a missing one', async () => {
    const [[ada], [eve], alone] = [await pairing.couple(), await pairing.couple(), await pairing.person()];
    const made = await add(ada);
    expect(await eve.refusal(changeDate, change(made, { title: 'Hers' }))).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    expect(await eve.refusal(removeDate, { id: made.id })).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    expect(await eve.refusal(removeDate, { id: randomUUID() })).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    for (const refusal of [alone.refusal(listDates, {}), alone.refusal(addDate, aDate()), alone.refusal(changeDate, change(made, {})), alone.refusal(removeDate, { id: made.id })]) {
      expect(await refusal).toMatchObject({ code: 'NO_PARTNER', status: 403 });
    }
    expect(await list(ada)).toEqual([made]);
  });

  it('export what they could see, find all again after a new start, and leave nothing after the purge', async () => {
    const [ada, bob] = await pairing.couple();
    await add(ada, { date: '2026-12-01' });
    await add(ada, { title: 'The ring', private: true });
    await add(bob, { title: 'The necklace', private: true });
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(listDates, {})).toMatchObject({ code: 'NO_PARTNER' });
    const trip = { title: 'Our trip', date: '2026-12-01', yearly: false, remindDaysBefore: [0, 3], private: false };
    expect(await ada.call(listCoupleRecords, {})).toMatchObject([{ status: 'ended', dates: [{ ...trip, createdByMe: true }, { title: 'The ring', private: true, createdByMe: true }] }]);
    expect(await bob.call(listCoupleRecords, {})).toMatchObject([{ dates: [{ ...trip, createdByMe: false }, { title: 'The necklace', private: true }] }]);
    const coupleId = await pairing.link(bob, ada);
    expect([await titles(ada), await titles(bob)]).toEqual([['Our trip', 'The ring'], ['Our trip', 'The necklace']]);
    await bob.call(unlinkPartner, {});
    await pairing.rows(`UPDATE couples SET ended_at = now() - interval '31 days' WHERE id = $1`, [coupleId]);
    await pairing.sweep();
    expect(await pairing.rows('SELECT 1 FROM important_dates WHERE couple_id = $1', [coupleId])).toEqual([]);
    expect(await bob.call(listCoupleRecords, {})).toEqual([]);
  });

  it('who deletes the account takes the surprises along, and is named nowhere', async () => {
    const [ada, bob] = await pairing.couple();
    await add(ada, { date: '2026-12-01' });
    await add(ada, { title: 'The ring', private: true });
    await pairing.bus.tell(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await pairing.rows('SELECT 1 FROM important_dates WHERE created_by = $1 OR private_to = $1', [ada.id])).toEqual([]));
    expect(await bob.call(listCoupleRecords, {})).toMatchObject([{ dates: [{ title: 'Our trip', createdByMe: false }] }]);
    expect(await pairing.rows('SELECT title FROM important_dates WHERE couple_id = (SELECT couple_id FROM couple_members WHERE user_id = $1)', [bob.id])).toEqual([{ title: 'Our trip' }]);
  });
});
