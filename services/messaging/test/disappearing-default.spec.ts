import { randomUUID } from 'node:crypto';
import {
  type DisappearAfter,
  type SystemMessageView,
  conversationHeads,
  countUnread,
  coupleLinked,
  getConversation,
  getMessageStatistics,
  sendMessage,
  setDisappearing,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type Couple, type Someone, World, linkedEvent } from './world.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const HOUR = 3_600;
const DAY = 86_400;

const one = (disappearingDefault: DisappearAfter | null) => world.someone({ disappearingDefault });
const page = (who: Someone) => world.bus.call(getConversation, {}, who.caller);
const notice = (seconds: number): SystemMessageView => ({ kind: 'disappearing', seconds, fromStart: true });
const known = async (who: Someone) =>
  (await world.rows<{ version: number }>('SELECT version FROM people WHERE id = $1', [who.id]))[0]?.version;

/** The messages and settings of a new conversation. */
async function startOf(couple: Couple) {
  const { messages, settings, asOf, unread } = await page(couple.ada);
  return { notices: messages.map((message) => [message.sender._id, message.notice]), settings, asOf, unread };
}

describe('a first conversation', () => {
  it('starts with the shorter of the two defaults and names its owner', async () => {
    const [ada, ben] = [one(DAY), one(HOUR)];
    const couple = await world.couple(ada, ben);
    expect(await startOf(couple)).toEqual({
      notices: [[ben.id, notice(HOUR)]],
      settings: { disappearAfter: HOUR, rev: 1 },
      asOf: 2,
      unread: 0,
    });
    const { message } = await world.bus.call(sendMessage, { content: 'first' }, ada.caller);
    expect([message.seq, message.rev, Date.parse(message.expiresAt ?? '') - Date.parse(message.createdAt)]).toEqual([
      2,
      3,
      HOUR * 1_000,
    ]);
    expect(await world.bus.call(getMessageStatistics, {}, ben.caller)).toEqual({ sentByBoth: 1, sentByMe: 0 });
    expect(await world.bus.call(countUnread, {}, ben.caller)).toEqual({ count: 1 });
    expect((await world.bus.call(conversationHeads, { userIds: [ada.id] }))[0]?.rev).toBe(3);
  });

  it("uses the only default, the lower user id's of two equal defaults, and none when both have none", async () => {
    const only = await world.couple(one(null), one(DAY));
    expect((await startOf(only)).notices).toEqual([[only.ben.id, notice(DAY)]]);
    const equal = await world.couple(one(DAY), one(DAY));
    expect((await startOf(equal)).notices).toEqual([[[equal.ada.id, equal.ben.id].toSorted()[0], notice(DAY)]]);
    expect(await startOf(await world.couple(one(null), one(null)))).toEqual({
      notices: [],
      settings: { disappearAfter: null, rev: 0 },
      asOf: 0,
      unread: 0,
    });
  });

  it('starts once, however often its link is repeated', async () => {
    const couple = await world.couple(one(HOUR));
    await Promise.all([1, 2, 3].map(() => world.bus.publish(coupleLinked, couple.chatId, linkedEvent(couple))));
    await world.couple();
    expect((await startOf(couple)).asOf).toBe(2);
  });

  it('uses the newest default, from the profile event or from the link', async () => {
    const [fromEvent, fromLink] = [one(null), one(null)];
    await eventually(() =>
      world.bus.publish(userProfileChanged, fromEvent.id, {
        ...fromEvent.snapshot,
        disappearingDefault: HOUR,
        version: 2,
      }),
    );
    await eventually(async () => expect(await known(fromEvent)).toBe(2));
    const couple = await world.couple(fromEvent, {
      ...fromLink,
      snapshot: { ...fromLink.snapshot, disappearingDefault: DAY, version: 5 },
    });
    expect((await startOf(couple)).notices).toEqual([[fromEvent.id, notice(HOUR)]]);

    // This event is older than the link's snapshot, so it changes nothing.
    await world.bus.publish(userProfileChanged, fromLink.id, {
      ...fromLink.snapshot,
      disappearingDefault: HOUR,
      version: 4,
    });
    // The link's snapshot is newer than the stored one.
    const [old, other] = [one(HOUR), one(null)];
    await world.bus.publish(userProfileChanged, old.id, old.snapshot);
    await eventually(async () => expect(await known(old)).toBe(1));
    const without = await world.couple(
      { ...old, snapshot: { ...old.snapshot, disappearingDefault: null, version: 2 } },
      other,
    );
    expect((await startOf(without)).settings.disappearAfter).toBeNull();
    expect(await world.rows('SELECT disappearing_default FROM people WHERE id = $1', [fromLink.id])).toEqual([
      { disappearing_default: DAY },
    ]);
  });

  it('uses the default before or after a concurrent change and ignores later changes', async () => {
    const couple: Couple = { chatId: randomUUID(), ada: one(DAY), ben: one(DAY), version: 1 };
    const { ada, ben } = couple;
    await Promise.all([
      world.bus.publish(coupleLinked, couple.chatId, linkedEvent(couple)),
      world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, disappearingDefault: HOUR, version: 2 }),
      world.bus.publish(userProfileChanged, ben.id, { ...ben.snapshot, disappearingDefault: null, version: 2 }),
    ]);
    await world.settled(couple);
    const { notices, settings, asOf } = await startOf(couple);
    expect([HOUR, DAY]).toContain(settings.disappearAfter);
    expect([notices.length, notices[0]?.[1], asOf]).toEqual([1, notice(settings.disappearAfter ?? 0), 2]);
    await world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, disappearingDefault: null, version: 3 });
    await eventually(async () => expect([await known(ada), await known(ben)]).toEqual([3, 2]));
    expect((await startOf(couple)).settings).toEqual(settings);
  });
});

describe('a relinked conversation', () => {
  it('keeps its setting, also when it had none', async () => {
    const [ada, ben] = [one(null), one(null)];
    const without = await world.couple(ada, ben);
    const wanting: Couple = {
      ...without,
      ada: { ...ada, snapshot: { ...ada.snapshot, disappearingDefault: HOUR, version: 2 } },
    };
    await world.link(await world.unlink(wanting));
    expect(await startOf(without)).toMatchObject({ notices: [], settings: { disappearAfter: null, rev: 0 } });

    const couple = await world.couple(one(HOUR));
    await world.bus.call(setDisappearing, { seconds: DAY }, couple.ben.caller);
    await world.link(await world.unlink(couple));
    expect((await startOf(couple)).settings.disappearAfter).toBe(DAY);
  });

  it('gets the default when it opens for the first time, even when its first link came too late', async () => {
    const couple: Couple = { chatId: randomUUID(), ada: one(HOUR), ben: one(null), version: 1 };
    const ended = await world.unlink(couple);
    await world.bus.publish(coupleLinked, couple.chatId, linkedEvent(couple));
    await world.link(ended);
    expect((await startOf(couple)).settings.disappearAfter).toBe(HOUR);
  });
});

it('a deleted account starts no conversation', async () => {
  const [gone, left] = [one(HOUR), one(null)];
  await world.bus.publish(userDeleted, gone.id, { userId: gone.id });
  await eventually(async () =>
    expect(await world.rows('SELECT 1 FROM people WHERE id = $1 AND deleted_at IS NOT NULL', [gone.id])).toHaveLength(
      1,
    ),
  );
  const couple = await world.couple(gone, left);
  expect(await world.rows('SELECT status, last_seq FROM conversations WHERE id = $1', [couple.chatId])).toEqual([
    { status: 'ended', last_seq: 0 },
  ]);
});
