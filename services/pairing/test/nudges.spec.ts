import {
  type NudgeKind,
  type NudgeState,
  SendNudgeDto,
  TEXTS,
  activityRecorded,
  blockPerson,
  getNudgeState,
  listActivities,
  listNotifications,
  noticeIssued,
  sendNudge,
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

const NOTHING: NudgeState = { sentAt: null, nextAt: null };
const SENT: NudgeState = { sentAt: '2026-11-21T12:00:00.000Z', nextAt: '2026-11-21T12:05:00.000Z' };

const nudge = (by: TestUser, kind: NudgeKind = 'thinking') => by.call(sendNudge, { kind });

const state = (of: TestUser) => of.call(getNudgeState, {});

const notices = async (of: TestUser) => (await of.call(listNotifications, {})).notifications;

const nudgesOf = async (of: TestUser) =>
  (await of.call(listActivities, {})).activities.filter(({ kind }) => kind === 'nudge');

describe('a nudge', () => {
  it.each<[NudgeKind, string]>([
    ['thinking', TEXTS.notice.nudgeThinking('Ada')],
    ['miss', TEXTS.notice.nudgeMiss('Ada')],
    ['proud', TEXTS.notice.nudgeProud('Ada')],
    ['goodnight', TEXTS.notice.nudgeGoodnight('Ada')],
  ])('of the kind %s reaches the partner with its own words, and the sender gets none', async (kind, message) => {
    const [ada, bob] = await pairing.couple();
    const before = await notices(ada);
    expect(await nudge(ada, kind)).toEqual(SENT);
    expect((await notices(bob))[0]).toMatchObject({ type: 'info', message, link: '/partner', readAt: null });
    expect(await notices(ada)).toEqual(before);
    await eventually(async () => {
      const issued = (await pairing.bus.events(noticeIssued)).filter(
        ({ notice, userId }) => notice === `nudge_${kind}` && userId === bob.id,
      );
      expect(issued).toMatchObject([{ userId: bob.id, aboutId: ada.id, entity: { type: 'nudge' } }]);
    });
  });

  it('is one activity of both, which does not say its kind', async () => {
    const [ada, bob] = await pairing.couple();
    await nudge(ada, 'miss');
    const [seen] = await nudgesOf(bob);
    expect(seen).toMatchObject({ by: { _id: ada.id, firstName: 'Ada' }, entity: { type: 'nudge' } });
    expect(await nudgesOf(ada)).toEqual([seen]);
    expect(JSON.stringify(seen)).not.toContain('miss');
    await eventually(() => {
      const pushed = pairing.bus
        .live(activityRecorded)
        .filter(({ activity }) => activity.entity.id === seen?.entity.id);
      expect(pushed.map(({ members }) => [...members].toSorted())).toEqual([[ada.id, bob.id].toSorted()]);
    });
  });

  it('is possible once in five minutes, for each of the two', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await state(ada)).toEqual(NOTHING);
    await nudge(ada);
    expect([await state(ada), await state(bob)]).toEqual([SENT, NOTHING]);
    expect(await nudge(bob, 'proud')).toEqual(SENT);
    pairing.itIs('2026-11-21T12:04:59.500Z');
    await expect(nudge(ada)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
    expect(await nudgesOf(ada)).toHaveLength(2);
    pairing.itIs('2026-11-21T12:05:00Z');
    expect(await state(ada)).toEqual(NOTHING);
    expect(await nudge(ada)).toEqual({ sentAt: '2026-11-21T12:05:00.000Z', nextAt: '2026-11-21T12:10:00.000Z' });
  });

  it('is sent once when the person presses on several devices at once', async () => {
    const [ada, bob] = await pairing.couple();
    const before = (await notices(bob)).length;
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => nudge(ada)));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 300 });
    expect((await notices(bob)).length).toBe(before + 1);
    expect(await nudgesOf(bob)).toHaveLength(1);
  });

  it('of both at once reaches both', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await Promise.all([nudge(ada, 'miss'), nudge(bob, 'miss')])).toEqual([SENT, SENT]);
    expect((await notices(ada))[0]?.message).toBe(TEXTS.notice.nudgeMiss('Bob'));
    expect((await notices(bob))[0]?.message).toBe(TEXTS.notice.nudgeMiss('Ada'));
  });

  it('is refused without a partner, and after an unlink or a block', async () => {
    const [[ada, bob], [cyd, dan], eve] = [await pairing.couple(), await pairing.couple(), await pairing.person()];
    await ada.call(unlinkPartner, {});
    await cyd.call(blockPerson, { userId: dan.id });
    for (const alone of [ada, bob, cyd, dan, eve]) {
      await expect(nudge(alone)).rejects.toMatchObject({ code: 'NO_PARTNER' });
      await expect(state(alone)).rejects.toMatchObject({ code: 'NO_PARTNER' });
    }
  });

  it('is limited by person: a new partner does not lift the limit', async () => {
    const [ada, bob] = await pairing.couple();
    await nudge(ada);
    await ada.call(unlinkPartner, {});
    const cyd = await pairing.person();
    await pairing.link(ada, cyd);
    await expect(nudge(ada)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await nudgesOf(cyd)).toEqual([]);
    await expect(bob.call(listActivities, {})).rejects.toMatchObject({ code: 'NO_PARTNER' });
  });

  it('is not listed for a partner who has switched gestures off', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person({ unlisted: ['gestures'] })];
    await pairing.link(ada, bob);
    const before = await notices(bob);
    expect(await nudge(ada)).toEqual(SENT);
    expect(await notices(bob)).toEqual(before);
    expect(await nudgesOf(bob)).toHaveLength(1);
  });

  it('leaves nothing of a deleted account', async () => {
    const [ada] = await pairing.couple();
    await nudge(ada);
    await pairing.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect(await pairing.rows('SELECT 1 FROM nudges WHERE user_id = $1', [ada.id])).toEqual([]),
    );
  });

  it.each(['', 'THINKING', 'toString', 'x'.repeat(100_000), ['miss'], {}, null, 1])(
    'rejects what is no kind (%#)',
    async (kind) => {
      const [ada] = await pairing.couple();
      await expect(ada.call(sendNudge, Object.assign(new SendNudgeDto(), { kind }))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    },
  );
});
