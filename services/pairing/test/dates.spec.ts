import { randomUUID } from 'node:crypto';
import {
  AddDateDto,
  ChangeDateByIdDto,
  type ImportantDateView,
  LIMITS,
  activityRecorded,
  addDate,
  changeDate,
  dateChanged,
  listActivities,
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
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2026-11-21T12:00:00Z'));

const TRIP = { title: 'Our trip', date: '2026-12-24', yearly: false, remindDaysBefore: [3, 0], private: false };

const aDate = (more: Partial<AddDateDto> = {}): AddDateDto => ({ ...TRIP, clientId: randomUUID(), ...more });

const add = (by: TestUser, more: Partial<AddDateDto> = {}) => by.call(addDate, aDate(more));

const change = ({ id, version }: ImportantDateView, more: Partial<ChangeDateByIdDto>) =>
  Object.assign(new ChangeDateByIdDto(), { id, version, ...more });

const list = async (of: TestUser) => (await of.call(listDates, {})).dates;

const titles = async (of: TestUser) => (await list(of)).map(({ title }) => title);

/** The live updates about a date: kind and receivers, in order. */
const pushesAbout = (id: string): [string, string[]][] => {
  const changed = pairing.bus.live(dateChanged).map(({ users, activity }) => ({ to: users, activity }));
  const recorded = pairing.bus.live(activityRecorded).map(({ members, activity }) => ({ to: [...members], activity }));
  return [...recorded, ...changed]
    .filter(({ activity }) => activity.entity.id === id)
    .map(({ to, activity }) => [activity.kind, to.toSorted()]);
};

describe('an important date', () => {
  it('is visible and pushed to both members, without its title', async () => {
    const [ada, bob] = await pairing.couple('Europe/Berlin');
    const made = await add(ada);
    expect(made).toEqual({
      _id: made.id,
      id: made.id,
      title: 'Our trip',
      date: '2026-12-24',
      yearly: false,
      remindDaysBefore: [0, 3],
      private: false,
      createdBy: ada.id,
      next: '2026-12-24',
      daysUntil: 33,
      version: 1,
    });
    expect([await list(ada), await list(bob)]).toEqual([[made], [made]]);
    await eventually(() => expect(pushesAbout(made.id)).toEqual([['date_added', [ada.id, bob.id].toSorted()]]));
    const [activity] = (await bob.call(listActivities, {})).activities;
    expect(activity).toMatchObject({
      kind: 'date_added',
      by: { _id: ada.id, firstName: 'Ada' },
      entity: { type: 'important_date', id: made.id },
    });
    expect(JSON.stringify([pairing.bus.live(activityRecorded), activity])).not.toContain('Our trip');
  });

  it('is added once for repeated calls, concurrent ones included', async () => {
    const [ada, bob] = await pairing.couple();
    const asked = aDate();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.call(addDate, asked)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await ada.call(addDate, { ...asked, title: 'Something else' })).toEqual(answers[0]);
    expect(await list(bob)).toHaveLength(1);
    // A client id is the author's own: the partner's call adds another date.
    await bob.call(addDate, asked);
    expect(await list(ada)).toHaveLength(2);
    await eventually(() => expect(pushesAbout(answers[0]?.id ?? '')).toHaveLength(1));
  });

  it('is changed by either member on the current version, and pushed once', async () => {
    const [ada, bob] = await pairing.couple();
    const made = await add(ada);
    const changed = await bob.call(changeDate, change(made, { title: 'Our great trip', yearly: true }));
    expect(changed).toMatchObject({
      title: 'Our great trip',
      yearly: true,
      date: '2026-12-24',
      remindDaysBefore: [0, 3],
      createdBy: ada.id,
      version: 2,
    });
    expect(await list(ada)).toEqual([changed]);
    expect(await ada.refusal(changeDate, change(made, { title: 'Mine' }))).toMatchObject({
      code: 'VERSION_CONFLICT',
      status: 409,
      current: changed,
    });
    const both = await Promise.allSettled(
      [ada, bob].map((one) => one.call(changeDate, change(changed, { title: one.id }))),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await eventually(() =>
      expect(pushesAbout(made.id).map(([kind]) => kind)).toEqual(['date_added', 'date_changed', 'date_changed']),
    );
  });

  it('is removed by either member', async () => {
    const [ada, bob] = await pairing.couple();
    const made = await add(ada);
    expect(await bob.call(removeDate, { id: made.id })).toEqual({ done: true });
    expect(await list(ada)).toEqual([]);
    expect(await ada.refusal(removeDate, { id: made.id })).toMatchObject({ code: 'DATE_NOT_FOUND', status: 404 });
    expect(await ada.refusal(changeDate, change(made, { title: 'x' }))).toMatchObject({ code: 'DATE_NOT_FOUND' });
    await eventually(() => expect(pushesAbout(made.id).at(-1)).toEqual(['date_changed', [ada.id, bob.id].toSorted()]));
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
  ])('is rejected for its %s: %j', async (field, more) => {
    const [ada] = await pairing.couple();
    expect(await ada.refusal(addDate, Object.assign(new AddDateDto(), aDate(), more))).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field }],
    });
    expect(await list(ada)).toEqual([]);
  });

  it.each<[string, object]>([
    ['title', { title: null }],
    ['date', { date: '' }],
    ['version', { version: 0 }],
    ['clientId', { clientId: randomUUID() }],
  ])('rejects a change of its %s to %j', async (field, more) => {
    const [ada] = await pairing.couple();
    const made = await add(ada);
    expect(await ada.refusal(changeDate, change(made, more))).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field }],
    });
  });

  it('is limited to a hundred that the person sees', async () => {
    const [ada, bob] = await pairing.couple();
    await pairing.rows(
      `INSERT INTO important_dates (id, couple_id, title, date, yearly, remind_days_before, private_to, created_by, client_id)
       SELECT gen_random_uuid(), couple_id, 'Secret', '2026-12-01', false, '{}', user_id, user_id, gen_random_uuid() FROM couple_members, generate_series(1, $2::int) WHERE user_id = $1`,
      [ada.id, LIMITS.importantDates],
    );
    expect(await ada.refusal(addDate, aDate())).toMatchObject({ code: 'TOO_MANY_DATES', status: 409 });
    // A refusal must not reveal her private dates to him.
    await add(bob);
    expect(await titles(bob)).toEqual(['Our trip']);
  });
});

describe('a private date', () => {
  it('is hidden from the partner in lists, events, activities, exports and by id', async () => {
    const [ada, bob] = await pairing.couple();
    const made = await add(ada, { title: 'The ring', private: true });
    const changed = await ada.call(changeDate, change(made, { title: 'The golden ring' }));
    expect(changed).toMatchObject({ private: true, version: 2 });
    expect(await titles(ada)).toEqual(['The golden ring']);
    const seen = [
      await bob.call(listDates, {}),
      await bob.call(listActivities, {}),
      await bob.call(listCoupleRecords, {}),
    ];
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`ring|${made.id}`));
    expect(await bob.refusal(changeDate, change(changed, { title: 'x' }))).toMatchObject({
      code: 'DATE_NOT_FOUND',
      status: 404,
    });
    expect(await bob.refusal(removeDate, { id: made.id })).toMatchObject({ code: 'DATE_NOT_FOUND' });
    await ada.call(removeDate, { id: made.id });
    await eventually(() =>
      expect(pushesAbout(made.id)).toEqual(Array.from({ length: 3 }, () => ['date_changed', [ada.id]])),
    );
  });

  it('is shared and made private again by its author, without a trace for the partner', async () => {
    const [ada, bob] = await pairing.couple();
    const secret = await add(ada, { private: true });
    const shared = await ada.call(changeDate, change(secret, { private: false }));
    expect(await list(bob)).toEqual([shared]);
    expect((await bob.call(listActivities, {})).activities[0]?.kind).toBe('date_added');
    expect(await bob.refusal(changeDate, change(shared, { private: true }))).toMatchObject({
      code: 'ACCESS_DENIED',
      status: 403,
    });
    expect(await bob.call(changeDate, change(shared, { private: false, title: 'Fine' }))).toMatchObject({
      title: 'Fine',
      version: 3,
    });
    const [now] = await list(ada);
    if (!now) throw new Error('the date is gone');
    await ada.call(changeDate, change(now, { private: true }));
    expect(
      JSON.stringify([await list(bob), await bob.call(listActivities, {}), await bob.call(listCoupleRecords, {})]),
    ).not.toContain(secret.id);
    expect(await titles(ada)).toEqual(['Fine']);
    await eventually(() =>
      expect(pushesAbout(secret.id).at(-1)).toEqual(['date_changed', [ada.id, bob.id].toSorted()]),
    );
  });
});

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
