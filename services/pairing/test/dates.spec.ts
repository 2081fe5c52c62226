import { randomUUID } from 'node:crypto';
import {
  AddDateDto,
  LIMITS,
  activityRecorded,
  addDate,
  changeDate,
  dateChanged,
  listActivities,
  listCoupleRecords,
  listDates,
  removeDate,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { aDate, add, change, list, titles } from './date-calls.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2026-11-21T12:00:00Z'));

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
