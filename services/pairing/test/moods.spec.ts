import {
  LIMITS,
  MOODS,
  type Mood,
  MoodsQueryDto,
  SetMoodDto,
  TEXTS,
  activityRecorded,
  blockPerson,
  clearMood,
  listActivities,
  listCoupleRecords,
  listMoods,
  listNotifications,
  moodChanged,
  noticeIssued,
  setMood,
  setTimezone,
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

const CANARY = 'A walk in the rain';

const feel = (by: TestUser, mood: Mood = 'calm', note?: string) =>
  by.call(setMood, Object.assign(new SetMoodDto(), { mood, ...(note !== undefined && { note }) }));

const moods = async (of: TestUser, days?: number) =>
  (await of.call(listMoods, { ...(days !== undefined && { days }) })).moods;

const noticesOf = async (of: TestUser) =>
  (await of.call(listNotifications, {})).notifications.filter(({ entity }) => entity?.type === 'mood');

const issuedTo = async (of: TestUser) =>
  (await pairing.bus.events(noticeIssued)).filter(({ notice, userId }) => notice === 'mood_shared' && userId === of.id);

const pushesTo = (of: TestUser) => pairing.bus.live(moodChanged).filter(({ users }) => users.includes(of.id));

const rowsOf = (of: TestUser) => pairing.rows('SELECT mood, note FROM moods WHERE user_id = $1', [of.id]);

describe('a mood of the day', () => {
  it('is seen by both, on the day of the couple', async () => {
    const [ada, bob] = await pairing.couple('Asia/Tokyo');
    pairing.itIs('2026-11-21T15:30:00Z');
    const mine = await feel(ada, 'in_love', `  ${CANARY} `);
    expect(mine).toEqual({
      userId: ada.id,
      day: '2026-11-22',
      mood: 'in_love',
      note: CANARY,
      at: '2026-11-21T15:30:00.000Z',
    });
    const theirs = await feel(bob, 'tired');
    const list = await ada.call(listMoods, {});
    expect(list).toEqual({ today: '2026-11-22', until: '2026-11-22T15:00:00.000Z', moods: list.moods });
    expect(list.moods).toHaveLength(2);
    expect(list.moods).toEqual(expect.arrayContaining([mine, { ...theirs, note: '' }]));
    expect(await bob.call(listMoods, {})).toEqual(list);
  });

  it('notifies the partner once a day, and no event, update or activity has its words', async () => {
    const [ada, bob] = await pairing.couple();
    await feel(ada, 'sad', CANARY);
    await feel(ada, 'angry', CANARY);
    expect(await noticesOf(bob)).toMatchObject([
      { type: 'info', message: TEXTS.notice.moodShared('Ada'), link: '/partner', readAt: null },
    ]);
    expect(await noticesOf(ada)).toEqual([]);
    await eventually(async () => {
      expect(await issuedTo(bob)).toMatchObject([{ aboutId: ada.id, entity: { type: 'mood' } }]);
      expect(pushesTo(bob).map(({ users }) => users.toSorted())).toEqual(
        Array.from({ length: 2 }, () => [ada.id, bob.id].toSorted()),
      );
    });
    const said = [pushesTo(bob), await pairing.bus.events(noticeIssued), await bob.call(listActivities, {})];
    for (const words of [CANARY, 'angry', '"sad"']) expect(JSON.stringify(said)).not.toContain(words);
    expect(pairing.bus.live(activityRecorded).filter(({ activity }) => activity.entity.type === 'mood')).toEqual([]);
    pairing.itIs('2026-11-22T12:00:00Z');
    await feel(ada, 'happy');
    expect(await noticesOf(bob)).toHaveLength(2);
    expect((await moods(bob)).map(({ day, mood, note }) => [day, mood, note])).toEqual([
      ['2026-11-22', 'happy', ''],
      ['2026-11-21', 'angry', CANARY],
    ]);
  });

  it('is set once by calls at once, and a repeated call changes nothing', async () => {
    const [ada, bob] = await pairing.couple();
    const answers = await Promise.all(Array.from({ length: 6 }, () => feel(ada, 'happy', 'Sun')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    pairing.itIs('2026-11-21T13:00:00Z');
    expect(await feel(ada, 'happy', 'Sun')).toEqual(answers[0]);
    expect(await moods(bob)).toEqual([answers[0]]);
    expect(await noticesOf(bob)).toHaveLength(1);
    await eventually(() => expect(pushesTo(bob)).toHaveLength(1));
  });

  it('of both at once is stored for both', async () => {
    const [ada, bob] = await pairing.couple();
    await Promise.all([feel(ada, 'ill'), feel(bob, 'stressed')]);
    expect(await moods(ada)).toHaveLength(2);
    expect([await noticesOf(ada), await noticesOf(bob)]).toMatchObject([[{}], [{}]]);
  });

  it('is taken back with its notification, and a new one notifies nobody again', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await ada.call(clearMood, {})).toEqual({ done: true });
    await feel(bob, 'calm');
    await feel(ada, 'sad', CANARY);
    expect(await ada.call(clearMood, {})).toEqual({ done: true });
    expect(await ada.call(clearMood, {})).toEqual({ done: true });
    expect(await moods(bob)).toMatchObject([{ userId: bob.id }]);
    expect(await noticesOf(bob)).toEqual([]);
    expect(await rowsOf(ada)).toEqual([{ mood: null, note: '' }]);
    await eventually(() => expect(pushesTo(ada)).toHaveLength(3));
    await feel(ada, 'happy');
    expect(await noticesOf(bob)).toEqual([]);
    expect(await noticesOf(ada)).toHaveLength(1);
    expect(await moods(bob)).toHaveLength(2);
  });

  it('is listed for the days that were asked for, and deleted after the last of them', async () => {
    const [ada, bob] = await pairing.couple('Pacific/Kiritimati');
    await feel(ada, 'happy');
    pairing.itIs('2026-11-22T12:00:00Z');
    await feel(ada, 'calm');
    expect((await moods(bob, 1)).map(({ mood }) => mood)).toEqual(['calm']);
    expect((await moods(bob, 2)).map(({ mood }) => mood)).toEqual(['calm', 'happy']);
    pairing.itIs('2026-12-21T12:00:00Z');
    expect((await moods(bob)).map(({ mood }) => mood)).toEqual(['calm']);
    await pairing.sweep();
    expect(await rowsOf(ada)).toHaveLength(2);
    pairing.itIs('2026-12-23T12:00:00Z');
    await pairing.sweep();
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('keeps its day when the couple moves west: the day goes on, and yesterday stays', async () => {
    const [ada, bob] = await pairing.couple('Asia/Tokyo');
    await feel(ada, 'happy');
    pairing.itIs('2026-11-21T15:30:00Z');
    await feel(ada, 'calm');
    await bob.call(setTimezone, { timezone: 'America/New_York' });
    await feel(ada, 'tired');
    const seen = { until: '2026-11-23T05:00:00.000Z', today: '2026-11-22' };
    expect(await bob.call(listMoods, {})).toMatchObject({
      ...seen,
      moods: [
        { day: '2026-11-22', mood: 'tired' },
        { day: '2026-11-21', mood: 'happy' },
      ],
    });
    pairing.itIs('2026-11-23T04:59:59Z');
    expect(await bob.call(listMoods, {})).toMatchObject(seen);
    pairing.itIs('2026-11-23T05:00:00Z');
    expect(await bob.call(listMoods, {})).toMatchObject({ today: '2026-11-23', until: '2026-11-24T05:00:00.000Z' });
  });

  it('keeps its day until its end when the couple moves east', async () => {
    const [ada] = await pairing.couple('America/New_York');
    pairing.itIs('2026-11-21T20:00:00Z');
    await feel(ada, 'happy');
    await ada.call(setTimezone, { timezone: 'Asia/Tokyo' });
    await feel(ada, 'tired');
    expect(await ada.call(listMoods, {})).toMatchObject({
      today: '2026-11-21',
      until: '2026-11-22T05:00:00.000Z',
      moods: [{ day: '2026-11-21', mood: 'tired' }],
    });
    pairing.itIs('2026-11-22T05:00:00Z');
    expect(await ada.call(listMoods, {})).toMatchObject({ today: '2026-11-22', until: '2026-11-22T15:00:00.000Z' });
  });

  it('is neither set nor read without a partner, and after an unlink or a block', async () => {
    const [[ada, bob], [cyd, dan], eve] = [await pairing.couple(), await pairing.couple(), await pairing.person()];
    for (const one of [ada, bob, cyd, dan]) await feel(one);
    await ada.call(unlinkPartner, {});
    await cyd.call(blockPerson, { userId: dan.id });
    for (const alone of [ada, bob, cyd, dan, eve]) {
      await expect(feel(alone)).rejects.toMatchObject({ code: 'NO_PARTNER' });
      await expect(moods(alone)).rejects.toMatchObject({ code: 'NO_PARTNER' });
      await expect(alone.call(clearMood, {})).rejects.toMatchObject({ code: 'NO_PARTNER' });
    }
    const fay = await pairing.person();
    await pairing.link(ada, fay);
    expect([await moods(ada), await moods(fay)]).toEqual([[], []]);
  });

  it('is exported by its author alone, returns with the couple, and is purged with it', async () => {
    const [ada, bob] = await pairing.couple();
    await feel(ada, 'sad', CANARY);
    await feel(bob, 'happy');
    await ada.call(unlinkPartner, {});
    const own = { day: '2026-11-21', mood: 'sad', note: CANARY };
    expect(await ada.call(listCoupleRecords, {})).toMatchObject([{ status: 'ended', moods: [own] }]);
    expect(JSON.stringify(await bob.call(listCoupleRecords, {}))).not.toContain(CANARY);
    await pairing.link(bob, ada);
    expect(await moods(bob)).toHaveLength(2);
    await bob.call(unlinkPartner, {});
    pairing.itIs('2026-12-21T12:00:01Z');
    await pairing.sweep();
    expect([await rowsOf(ada), await rowsOf(bob)]).toEqual([[], []]);
  });

  it('is not listed for a partner who has switched gestures off', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person({ unlisted: ['gestures'] })];
    await pairing.link(ada, bob);
    await feel(ada);
    expect(await noticesOf(bob)).toEqual([]);
    expect(await moods(bob)).toHaveLength(1);
  });

  it('is deleted with the account', async () => {
    const [ada, bob] = await pairing.couple();
    await feel(ada, 'sad', CANARY);
    await feel(bob);
    await pairing.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await rowsOf(ada)).toEqual([]));
    expect(await rowsOf(bob)).toHaveLength(1);
  });

  it.each<[unknown, unknown]>([
    ['bored', ''],
    ['toString', ''],
    [['calm'], ''],
    [null, ''],
    [3, ''],
    ['calm', null],
    ['calm', 7],
    ['calm', ['a']],
    ['calm', 'x'.repeat(LIMITS.moodNoteLength + 1)],
    ['calm', 'x'.repeat(500_000)],
  ])('rejects %j with the note %#', async (mood, note) => {
    const [ada] = await pairing.couple();
    await expect(ada.call(setMood, Object.assign(new SetMoodDto(), { mood, note }))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it.each([0, 31, 1.5, 'x', [1], {}])('rejects a list of %j days', async (days) => {
    const [ada] = await pairing.couple();
    await expect(ada.call(listMoods, Object.assign(new MoodsQueryDto(), { days }))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('has each kind, and a note of 140 characters', async () => {
    const [ada, bob] = await pairing.couple();
    const note = '🐻'.repeat(LIMITS.moodNoteLength);
    for (const mood of MOODS) expect(await feel(ada, mood, note)).toMatchObject({ mood, note });
    expect(await moods(bob)).toMatchObject([{ mood: MOODS.at(-1), note }]);
  });
});
