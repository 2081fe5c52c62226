import { randomUUID } from 'node:crypto';
import {
  deleteMessage,
  fold,
  hideMessage,
  markRead,
  markUnread,
  readBoundary,
  starMessage,
  unstarMessage,
  userDeleted,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { ownMarkCalls } from './own-mark-calls.js';
import { type Couple, type Someone, World } from './world.js';

let world: World;
let couple: Couple;
let ada: Someone;
let ben: Someone;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
  ({ ada, ben } = couple);
});

const say: World['say'] = (...given) => world.say(...given);

const { star, unstar, hide, markFrom, page, unread, starred, pushed, device, caughtUp, everythingOf } = ownMarkCalls(
  () => world,
  () => couple,
);

describe('a star', () => {
  it('is the person’s own: listed last star first, repeated without effect, and taken back', async () => {
    const [first, second] = [await say(ada, 'the key is under the mat'), await say(ben, 'platform nine')];
    const mark = await star(ada, first._id);
    expect(mark).toEqual({
      messageId: first._id,
      seq: 1,
      starredAt: expect.any(String),
      hidden: false,
      ownRev: expect.any(Number),
    });
    expect(await star(ada, first._id)).toEqual(mark);
    await star(ada, second._id);
    expect(await starred(ada)).toEqual({ texts: ['platform nine', 'the key is under the mat'], nextCursor: null });
    const { ownRev } = await unstar(ada, first._id);
    expect(ownRev).toBe(mark.ownRev + 2);
    expect(await unstar(ada, first._id)).toMatchObject({ ownRev, starredAt: null });
    expect((await starred(ada)).texts).toEqual(['platform nine']);
    // A star that is set again is the newest.
    await star(ada, first._id);
    expect((await starred(ada)).texts).toEqual(['the key is under the mat', 'platform nine']);
    await eventually(() => expect(pushed(ada).map(({ ownRev: rev }) => rev - mark.ownRev)).toEqual([0, 1, 2, 3]));
  });

  it('leaves no trace at the partner, not even a number', async () => {
    const message = await say(ada, 'ours');
    await world.bus.call(markRead, {}, ben.caller);
    const before = await everythingOf(ben);
    await star(ada, message._id);
    await hide(ada, message._id);
    await markFrom(ada, 1);
    expect(await everythingOf(ben)).toBe(before);
    await eventually(() => expect(pushed(ada)).toHaveLength(3));
    expect(pushed(ben)).toEqual([]);
  });

  it('reaches the person’s other devices: by page, by push and by catch-up', async () => {
    const message = await say(ben, 'keep this');
    const [live, away] = [await device(ada), await device(ada)];
    await star(ada, message._id);
    await eventually(() => expect(pushed(ada)).toHaveLength(1));
    const after = pushed(ada).reduce(
      (state, change) => fold(state, { kind: 'own', chatId: couple.chatId, change }),
      live,
    );
    const [late, fresh] = [await caughtUp(away, ada), await device(ada)];
    for (const state of [after, late, fresh])
      expect([state.own.marks[1]?.starredAt, state.own.upTo]).toEqual([expect.any(String), after.own.upTo]);
  });

  it('pages, and leaves out messages that are gone', async () => {
    const all = await Promise.all(Array.from({ length: 33 }, (_, n) => say(ada, `note ${n}`)));
    for (const { _id } of all.toSorted((a, b) => a.seq - b.seq)) await star(ada, _id);
    const first = await starred(ada);
    expect(first.texts).toHaveLength(30);
    const rest = await starred(ada, first.nextCursor);
    expect([rest.texts.length, rest.nextCursor]).toEqual([3, null]);
    const [one, other] = all;
    if (!one || !other) throw new Error('messages were expected');
    await world.bus.call(deleteMessage, { messageId: one._id }, ada.caller);
    await world.rows("UPDATE messages SET expires_at = now() - interval '1 second' WHERE id = $1", [other._id]);
    const left = [...(await starred(ada)).texts, ...(await starred(ada, (await starred(ada)).nextCursor)).texts];
    expect(left).not.toContain(one.content);
    expect(left).not.toContain(other.content);
    expect((await world.bus.refusal(starMessage, { messageId: one._id }, ben.caller)).code).toBe('MESSAGE_NOT_FOUND');
  });

  it('is set once by two devices at the same time', async () => {
    const message = await say(ada, 'twice at once');
    const marks = await Promise.all([star(ada, message._id), star(ada, message._id), star(ada, message._id)]);
    expect(new Set(marks.map(({ ownRev }) => ownRev)).size).toBe(1);
    await eventually(() => expect(pushed(ada)).toHaveLength(1));
  });
});

describe('an unread mark', () => {
  it('counts from its message until it is taken back, and the partner sees nothing', async () => {
    for (const [who, text] of [
      [ben, 'a'],
      [ada, 'b'],
      [ben, 'c'],
      [ben, 'd'],
    ] as const)
      await say(who, text);
    await world.bus.call(markRead, {}, ada.caller);
    const partnersView = await everythingOf(ben);
    const away = await device(ada);
    const marked = await markFrom(ada, 2);
    expect(marked).toEqual({ from: 2, readUpTo: 4, ownRev: expect.any(Number), unread: 2 });
    expect(await markFrom(ada, 2)).toEqual(marked);
    expect([await unread(ada), (await page(ada)).unread]).toEqual([2, 2]);
    expect(await everythingOf(ben)).toBe(partnersView);
    for (const state of [await caughtUp(away, ada), await device(ada)]) expect(readBoundary(state.own)).toBe(1);
    expect(await markFrom(ada, null)).toMatchObject({ from: null, unread: 0 });
    expect(readBoundary((await caughtUp(away, ada)).own)).toBe(4);
    await eventually(() => expect(pushed(ada)).toHaveLength(2));
  });

  it('is taken back by reading further', async () => {
    await say(ben, 'a');
    await world.bus.call(markRead, {}, ada.caller);
    await markFrom(ada, 1);
    await say(ben, 'b');
    expect(await unread(ada)).toBe(2);
    await world.bus.call(markRead, { upTo: 2 }, ada.caller);
    expect(await unread(ada)).toBe(0);
    expect(readBoundary((await device(ada)).own)).toBe(2);
    // The same mark again is a new one.
    expect(await markFrom(ada, 1)).toMatchObject({ readUpTo: 2, unread: 2 });
  });

  it.each([0, -1, 1.5, '1', undefined, 1e30])('refuses %j', async (from) => {
    expect((await world.bus.refusal(markUnread, { from } as { from: number }, ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('refuses a seq beyond the end and another chat', async () => {
    await say(ben);
    expect((await world.bus.refusal(markUnread, { from: 2 }, ada.caller)).code).toBe('MESSAGE_NOT_FOUND');
    expect((await world.bus.refusal(markUnread, { from: 1, chatId: randomUUID() }, ada.caller)).code).toBe(
      'CONVERSATION_NOT_FOUND',
    );
  });
});

describe('own marks', () => {
  it('reject strangers and ex-partners', async () => {
    const message = await say(ada, 'ours');
    const other = (await world.couple()).ada;
    for (const call of [starMessage, unstarMessage, hideMessage]) {
      expect((await world.bus.refusal(call, { messageId: message._id }, other.caller)).code).toBe('MESSAGE_NOT_FOUND');
      expect((await world.bus.refusal(call, { messageId: message._id }, world.someone().caller)).code).toBe(
        'NO_PARTNER',
      );
      expect((await world.bus.refusal(call, { messageId: 'x' }, ada.caller)).code).toBe('VALIDATION_FAILED');
    }
  });

  it('are erased with the account', async () => {
    const message = await say(ben, 'theirs');
    await star(ada, message._id);
    await star(ben, message._id);
    const { id } = ada;
    await world.bus.publish(userDeleted, id, { userId: id });
    await eventually(async () =>
      expect(await world.rows('SELECT user_id FROM message_marks WHERE conversation_id = $1', [couple.chatId])).toEqual(
        [{ user_id: ben.id }],
      ),
    );
  });
});
