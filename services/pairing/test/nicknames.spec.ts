import {
  TEXTS,
  activityRecorded,
  getPartnerStatus,
  listActivities,
  listCoupleRecords,
  nicknameChanged,
  setNickname,
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

const status = (of: TestUser) => of.call(getPartnerStatus, {});
const nickname = async (of: TestUser) => (await status(of)).nickname;
const rows = (of: TestUser) => pairing.rows('SELECT 1 FROM nicknames WHERE user_id = $1', [of.id]);

describe('a nickname', () => {
  it('is visible to its author only', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await nickname(ada)).toBeNull();
    expect(await ada.call(setNickname, { nickname: '  Bärchen 🐻 ' })).toEqual({ nickname: 'Bärchen 🐻' });
    expect(await status(ada)).toMatchObject({ nickname: 'Bärchen 🐻', partner: { firstName: 'Bob' } });
    const seen = [await status(bob), await bob.call(listActivities, {}), await bob.call(listCoupleRecords, {})];
    expect(JSON.stringify(seen)).not.toContain('Bärchen');
    expect(await nickname(bob)).toBeNull();
    await bob.call(setNickname, { nickname: 'Mausi' });
    expect([await nickname(ada), await nickname(bob)]).toEqual(['Bärchen 🐻', 'Mausi']);
  });

  it("is pushed to its author's devices only, without its text, and is no activity", async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(setNickname, { nickname: 'Schatz' });
    const pushed = await eventually(() => {
      const [first] = pairing.bus.live(nicknameChanged).filter(({ userId }) => [ada.id, bob.id].includes(userId));
      if (!first) throw new Error('no live update was pushed');
      return first;
    });
    expect(pushed.userId).toBe(ada.id);
    expect(nicknameChanged.deliver?.(pushed)).toMatchObject([
      { to: { user: ada.id }, event: 'partner_activity', data: { kind: 'nickname_changed' } },
    ]);
    expect(JSON.stringify([pairing.bus.live(nicknameChanged), pairing.bus.live(activityRecorded)])).not.toContain(
      'Schatz',
    );
    expect((await bob.call(listActivities, {})).activities.map(({ kind }) => kind)).toEqual(['linked']);
  });

  it.each([
    ['stored in any script', 'حبيبي 愛', 'حبيبي 愛'],
    ['stored with forty characters', '🐻'.repeat(40), '🐻'.repeat(40)],
    ['stored on one line', 'My\n\tdear', 'My dear'],
    ['stored with joined emoji', '👩‍❤️‍👨', '👩‍❤️‍👨'],
    ['deleted by an empty text', '', null],
    ['deleted by blanks', '   ', null],
    ['deleted by invisible characters', '\u200b\u202e', null],
  ])('is %s', async (_what, typed, stored) => {
    const [ada] = await pairing.couple();
    await ada.call(setNickname, { nickname: 'Before' });
    expect(await ada.call(setNickname, { nickname: typed })).toEqual({ nickname: stored });
    expect(await nickname(ada)).toBe(stored);
  });

  it('has at most forty characters', async () => {
    const [ada] = await pairing.couple();
    expect(await ada.refusal(setNickname, { nickname: 'x'.repeat(41) })).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'nickname', message: TEXTS.nicknameTooLong }],
    });
  });

  it('needs a partner, belongs to the couple, and returns when the couple is restored', async () => {
    const [[ada, bob], eve] = [await pairing.couple(), await pairing.person()];
    expect(await eve.refusal(setNickname, { nickname: 'x' })).toMatchObject({ code: 'NO_PARTNER', status: 403 });
    await ada.call(setNickname, { nickname: 'Bobby' });
    await bob.call(unlinkPartner, {});
    expect(await nickname(ada)).toBeNull();
    expect(await ada.refusal(setNickname, { nickname: 'x' })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.call(listCoupleRecords, {})).toMatchObject([{ status: 'ended', nickname: 'Bobby' }]);
    expect(await bob.call(listCoupleRecords, {})).toMatchObject([{ nickname: null }]);
    await pairing.link(eve, ada);
    expect(await nickname(ada)).toBeNull();
    await ada.call(unlinkPartner, {});
    await pairing.link(ada, bob);
    expect(await nickname(ada)).toBe('Bobby');
  });

  it('is deleted with the couple and with its author’s account', async () => {
    const [ada, bob] = await pairing.couple();
    const [cyd, dan] = await pairing.couple();
    for (const one of [ada, cyd]) await one.call(setNickname, { nickname: 'Gone soon' });
    await bob.call(unlinkPartner, {});
    await pairing.rows(
      `UPDATE couples SET ended_at = now() - interval '31 days' WHERE id = (SELECT couple_id FROM couple_members WHERE user_id = $1)`,
      [ada.id],
    );
    await pairing.sweep();
    expect(await rows(ada)).toEqual([]);
    await pairing.bus.publish(userDeleted, cyd.id, { userId: cyd.id });
    await eventually(async () => expect(await rows(cyd)).toEqual([]));
    expect(await nickname(dan)).toBeNull();
  });
});
