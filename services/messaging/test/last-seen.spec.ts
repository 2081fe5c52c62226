import { randomUUID } from 'node:crypto';
import {
  type PersonSnapshot,
  conversationHeads,
  conversationLastSeenChanged,
  listExportConversations,
  recordLastSeen,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
import { type Couple, type Someone, World } from './world.js';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

const AT = '2026-05-03T18:04:31.500Z';
const MINUTE = '2026-05-03T18:04:00.000Z';
const LATER = '2026-05-03T19:00:00.000Z';

const leave = (who: Someone, at = AT, chatId = couple.chatId) =>
  world.bus.call(recordLastSeen, { seen: [{ chatId, userId: who.id, at }] });

/** The partner's last visit, as realtime tells it this person. */
const seenBy = async (who: Someone) => {
  const [head] = await world.bus.call(conversationHeads, { userIds: [who.id] });
  return head?.lastSeen;
};

const stored = async () =>
  (
    await world.rows<{ at: Date | null }>(
      'SELECT last_seen_at AS at FROM conversation_members WHERE conversation_id = $1 AND last_seen_at IS NOT NULL',
      [couple.chatId],
    )
  ).map(({ at }) => at?.toISOString());

async function set(who: Someone, switches: Partial<PersonSnapshot>): Promise<void> {
  Object.assign(who.snapshot, switches, { version: who.snapshot.version + 1 });
  await world.bus.publish(userProfileChanged, who.id, who.snapshot);
  await eventually(async () =>
    expect(await world.rows('SELECT version FROM people WHERE id = $1', [who.id])).toEqual([
      { version: who.snapshot.version },
    ]),
  );
}

describe('when a person was last online', () => {
  it('is stored to the minute and shown to the partner alone', async () => {
    await leave(couple.ben);
    expect(await stored()).toEqual([MINUTE]);
    expect(await seenBy(couple.ada)).toEqual({ userId: couple.ben.id, at: MINUTE });
    expect(await seenBy(couple.ben)).toEqual({ userId: couple.ada.id, at: null });
    await eventually(() =>
      expect(world.bus.live(conversationLastSeenChanged)).toContainEqual({ viewerId: couple.ada.id }),
    );
    expect(world.bus.live(conversationLastSeenChanged)).not.toContainEqual({ viewerId: couple.ben.id });
  });

  it('moves forward only, once for two replicas, and never into the future', async () => {
    await Promise.all([leave(couple.ben), leave(couple.ben, LATER), leave(couple.ben, LATER)]);
    await leave(couple.ben);
    expect(await stored()).toEqual([LATER]);
    const before = Date.now();
    await leave(couple.ben, '2999-01-01T00:00:00.000Z');
    const [at] = await stored();
    expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(before - 60_000);
    expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it.each<[string, Partial<PersonSnapshot>]>([
    ['the time', { lastSeen: false }],
    ['the online status', { online: false }],
  ])('is erased for both once either hides %s, and never stored meanwhile', async (_what, switches) => {
    for (const hiding of [couple.ada, couple.ben]) {
      await leave(couple.ada);
      await leave(couple.ben);
      expect(await stored()).toHaveLength(2);
      await set(hiding, switches);
      expect(await stored()).toEqual([]);
      await leave(couple.ada, LATER);
      await leave(couple.ben, LATER);
      expect(await stored()).toEqual([]);
      expect([await seenBy(couple.ada), await seenBy(couple.ben)]).toEqual([null, null]);
      await set(hiding, { lastSeen: true, online: true });
      expect(await seenBy(couple.ada)).toEqual({ userId: couple.ben.id, at: null });
    }
  });

  it('is not stored by a call that waits while the person hides it', async () => {
    const blocker = await world.another();
    try {
      await blocker.query('BEGIN');
      await blocker.query('UPDATE people SET last_seen = false WHERE id = $1', [couple.ben.id]);
      const waiting = leave(couple.ben);
      await eventually(async () =>
        expect(
          await world.rows(
            "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'",
          ),
        ).not.toEqual([]),
      );
      await blocker.query('COMMIT');
      await waiting;
      expect(await stored()).toEqual([]);
    } finally {
      await blocker.end();
    }
  });

  it('ends with the couple: a former partner, a relink and a late call find nothing', async () => {
    await leave(couple.ben);
    couple = await world.unlink(couple);
    expect(await stored()).toEqual([]);
    expect(await seenBy(couple.ada)).toBeUndefined();
    await leave(couple.ben, LATER);
    expect(await stored()).toEqual([]);
    couple = await world.link(couple);
    expect(await seenBy(couple.ada)).toEqual({ userId: couple.ben.id, at: null });
  });

  it('is erased with the account', async () => {
    await leave(couple.ben);
    await leave(couple.ada);
    await world.bus.publish(userDeleted, couple.ben.id, { userId: couple.ben.id });
    await eventually(async () => expect(await stored()).toEqual([]));
  });

  it('of a stranger, or in another couple’s conversation, changes nothing', async () => {
    const other = await world.couple();
    await leave(couple.ben, AT, other.chatId);
    await leave(world.someone());
    await leave(couple.ben, AT, randomUUID());
    expect(await stored()).toEqual([]);
    expect(await seenBy(other.ada)).toEqual({ userId: other.ben.id, at: null });
  });

  it('is in the own export, and not the partner’s', async () => {
    await leave(couple.ben);
    const exported = async ({ id }: Someone) => {
      const token = accessToken(world.keys, { userId: id, sessionId: randomUUID() }, 60, 'export');
      return (await world.bus.call(listExportConversations, {}, { token })).map(({ lastSeenAt }) => lastSeenAt);
    };
    expect([await exported(couple.ben), await exported(couple.ada)]).toEqual([[MINUTE], [null]]);
  });

  it.each([
    ['an id that is none', { chatId: 'x', userId: 'y', at: AT }],
    ['a time that is none', { chatId: randomUUID(), userId: randomUUID(), at: 'yesterday' }],
  ])('is refused with %s', async (_what, seen) => {
    expect((await world.bus.refusal(recordLastSeen, { seen: [seen] })).code).toBe('VALIDATION_FAILED');
  });
});
