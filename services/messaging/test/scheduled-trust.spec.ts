import { type TrustEnded, cancelScheduled, rescheduleMessage, trustEnded } from '@duet/contracts';
import { sessionAlias } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { scheduledCalls, startWorldAt } from './scheduled-calls.js';
import type { Couple, Someone, World } from './world.js';

let world: World;
let couple: Couple;

/** The current time of both replicas. */
let now: Date;

beforeAll(async () => {
  world = await startWorldAt(() => now);
});
afterAll(() => world.stop());
beforeEach(async () => {
  now = new Date('2030-03-30T12:00:00Z');
  couple = await world.couple();
});

const { add, list, contents, messagesSent, sendDue, pushesTo } = scheduledCalls(
  () => world,
  () => couple,
);

describe('a scheduled text of a session whose trust has ended', () => {
  const aliasOf = ({ caller }: Someone): string => {
    const claims: { sid: string } = JSON.parse(Buffer.from(caller.token.split('.')[1] ?? '', 'base64url').toString());
    return sessionAlias(claims.sid);
  };
  const onHold = async (who: Someone) =>
    (await list(who)).flatMap(({ content, isOnHold }) => (isOnHold === true ? content : []));
  const endTrust = ({ id: userId }: Someone, how: Partial<TrustEnded> = {}) => {
    const madeBefore = new Date(now.getTime() + 15_000).toISOString();
    return world.bus.publish(trustEnded, userId, { userId, session: null, survivor: null, madeBefore, ...how });
  };

  /** A text of Ada's device, one of another device of hers, one of the previous build, and one of Ben. */
  async function addTexts(): Promise<Someone> {
    const other = world.again(couple.ada);
    await add(couple.ada, 'kept');
    await add(other, 'ended');
    const { _id } = await add(couple.ada, 'unknown');
    await world.rows('UPDATE scheduled_messages SET session = NULL, written_at = NULL WHERE id = $1', [_id]);
    await add(couple.ben, 'of Ben');
    return other;
  }

  it.each([
    ['all sessions', () => ({}), ['kept', 'ended', 'unknown']],
    ['all but one', () => ({ survivor: aliasOf(couple.ada) }), ['ended', 'unknown']],
    ['one session', (other: Someone) => ({ session: aliasOf(other) }), ['ended']],
  ])('is on hold after the end of %s, and is not sent', async (_name, how, held) => {
    const other = await addTexts();
    const before = pushesTo(couple.ada);
    await endTrust(couple.ada, how(other));
    await eventually(async () => expect(await onHold(couple.ada)).toEqual(held));
    await eventually(() => expect(pushesTo(couple.ada)).toBe(before + 1));
    expect(await onHold(couple.ben)).toEqual([]);
    now = new Date('2030-04-01T07:00:00Z');
    await sendDue();
    await eventually(async () => expect((await contents(couple.ada)).toSorted()).toEqual(held.toSorted()));
    expect((await messagesSent()).filter(({ content }) => held.includes(content))).toEqual([]);
  });

  it('is sent once its author has changed it, and can be cancelled', async () => {
    await addTexts();
    await endTrust(couple.ada);
    await eventually(async () => expect(await onHold(couple.ada)).toHaveLength(3));
    const [changed, cancelled] = await list(couple.ada);
    const again = { scheduledId: changed?._id ?? '', at: '2030-04-02T09:00' };
    const view = await world.bus.call(rescheduleMessage, again, couple.ada.caller);
    expect([view.at, view.isOnHold]).toEqual([again.at, undefined]);
    await world.bus.call(cancelScheduled, { scheduledId: cancelled?._id ?? '' }, couple.ada.caller);
    now = new Date('2030-04-02T07:00:00Z');
    await sendDue();
    await eventually(async () => expect(await contents(couple.ada)).toEqual(['unknown']));
    expect((await messagesSent()).map(({ content }) => content)).toContain('kept');
  });

  it('is not on hold if it was written or changed later', async () => {
    const early = await add(couple.ada, 'early');
    await add(couple.ada, 'stays early');
    const madeBefore = now.toISOString();
    now = new Date(now.getTime() + 1_000);
    await add(couple.ada, 'late');
    await world.bus.call(rescheduleMessage, { scheduledId: early._id, content: 'changed' }, couple.ada.caller);
    await world.rows(
      "UPDATE scheduled_messages SET written_at = $1::timestamptz - interval '1 second' WHERE content = $2",
      [madeBefore, 'stays early'],
    );
    await endTrust(couple.ada, { madeBefore });
    await eventually(async () => expect(await onHold(couple.ada)).toEqual(['stays early']));
  });
});
