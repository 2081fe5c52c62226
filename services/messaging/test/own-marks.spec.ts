import { createHash, randomUUID } from 'node:crypto';
import {
  type ClientConversation,
  type OwnMarkChange,
  countUnread,
  deleteMessage,
  editMessage,
  emptyConversation,
  fold,
  gallery,
  getConversation,
  getExportMessages,
  hideMessage,
  isGone,
  listKeepableMessages,
  listPinned,
  listReportableMessages,
  listStarred,
  markRead,
  markUnread,
  messageReacted,
  ownMarked,
  pinMessage,
  readBoundary,
  searchMessages,
  sendMedia,
  starMessage,
  syncConversation,
  toggleReaction,
  unstarMessage,
  userDeleted,
  visibleMessages,
} from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
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
const star = (who: Someone, messageId: string) => world.bus.call(starMessage, { messageId }, who.caller);
const unstar = (who: Someone, messageId: string) => world.bus.call(unstarMessage, { messageId }, who.caller);
const hide = (who: Someone, messageId: string) => world.bus.call(hideMessage, { messageId }, who.caller);
const markFrom = (who: Someone, from: number | null) => world.bus.call(markUnread, { from }, who.caller);
const page = (who: Someone) => world.bus.call(getConversation, {}, who.caller);
const unread = async (who: Someone) => (await world.bus.call(countUnread, {}, who.caller)).count;
const starred = async (who: Someone, cursor?: string | null) => {
  const { items, nextCursor } = await world.bus.call(
    listStarred,
    { ...(cursor && { cursor: Number(cursor) }) },
    who.caller,
  );
  return { texts: items.map(({ message }) => message.content), nextCursor };
};
const search = async (who: Someone, q: string) =>
  (await world.bus.call(searchMessages, { q }, who.caller)).messages.map(({ content }) => content);

/** The person's own changes that were pushed to their sockets. */
const pushed = (who: Someone): OwnMarkChange[] =>
  world.bus
    .live(ownMarked)
    .filter(({ userId, chatId }) => userId === who.id && chatId === couple.chatId)
    .map(({ change }) => change);

/** A device that has read the newest page. */
const device = async (who: Someone): Promise<ClientConversation> =>
  fold(emptyConversation(couple.chatId), { kind: 'page', page: await page(who) });
const texts = (state: ClientConversation): string[] =>
  visibleMessages(state)
    .filter((message) => !isGone(message, Date.now()))
    .map(({ content }) => content);
/** A device that was away catches up. */
const caughtUp = async (state: ClientConversation, who: Someone): Promise<ClientConversation> =>
  fold(state, {
    kind: 'sync',
    page: await world.bus.call(syncConversation, { after: state.upTo, ownAfter: state.own.upTo ?? 0 }, who.caller),
  });

/** All that a person can read of the conversation. */
const everythingOf = async (who: Someone) =>
  JSON.stringify([
    await page(who),
    await world.bus.call(syncConversation, { after: 0, ownAfter: 0 }, who.caller),
    await world.bus.call(syncConversation, { after: 0 }, who.caller),
    await world.bus.call(listStarred, {}, who.caller),
  ]);

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

describe('a message deleted for oneself', () => {
  it('is gone from everything that the person reads, and stays for the partner', async () => {
    const [gone, answer] = [await say(ben, 'umbrella https://example.org'), await say(ada, 'fine')];
    const reply = await say(ben, 'about that', { replyTo: gone._id });
    await world.bus.call(pinMessage, { messageId: gone._id }, ben.caller);
    await star(ada, gone._id);
    const hidden = await hide(ada, gone._id);
    expect(hidden).toMatchObject({
      _id: gone._id,
      seq: 1,
      content: '',
      attachments: [],
      reactions: [],
      pinnedAt: null,
    });
    expect(await hide(ada, gone._id)).toEqual(hidden);

    const held = JSON.stringify([
      await page(ada),
      await world.bus.call(syncConversation, { after: 0, ownAfter: 0 }, ada.caller),
      await world.bus.call(listPinned, {}, ada.caller),
      await world.bus.call(gallery, { kind: 'link' }, ada.caller),
      await starred(ada),
      await search(ada, 'umbrella'),
    ]);
    expect(held).not.toContain('umbrella');
    expect(texts(await device(ada))).toEqual(['fine', 'about that']);
    expect(visibleMessages(await device(ada)).at(-1)?.replyTo).toMatchObject({
      content: '',
      deletedAt: expect.any(String),
    });
    expect(await search(ben, 'umbrella')).toEqual([gone.content]);
    expect(texts(await device(ben))).toEqual([gone.content, answer.content, reply.content]);
    expect((await world.bus.call(listPinned, {}, ben.caller)).map(({ _id }) => _id)).toEqual([gone._id]);
  });

  it('leaves every device of the person, and later changes do not bring it back', async () => {
    const message = await say(ben, 'tiramisu');
    const reply = await say(ben, 'that cake', { replyTo: message._id });
    const [live, away] = [await device(ada), await device(ada)];
    await hide(ada, message._id);
    await eventually(() => expect(pushed(ada)).toHaveLength(1));
    let state = pushed(ada).reduce((now, change) => fold(now, { kind: 'own', chatId: couple.chatId, change }), live);
    expect(texts(state)).toEqual(['that cake']);
    expect(JSON.stringify(state.chunks[0]?.[1])).not.toContain('tiramisu');
    // The partner changes the message: the update that both devices get has its words.
    await world.bus.call(editMessage, { messageId: message._id, content: 'tiramisu!' }, ben.caller);
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '🎂' }, ben.caller);
    const reacted = await eventually(() => {
      const found = world.bus.live(messageReacted).find(({ chatId }) => chatId === couple.chatId);
      if (!found) throw new Error('no reaction was pushed');
      return found;
    });
    state = fold(state, {
      kind: 'change',
      chatId: couple.chatId,
      change: { kind: 'message', rev: reacted.rev, message: reacted.message },
    });
    expect(texts(state)).toEqual(['that cake']);
    const late = await caughtUp(away, ada);
    expect(texts(late)).toEqual(['that cake']);
    expect(visibleMessages(late).find(({ _id }) => _id === reply._id)?.replyTo).toMatchObject({
      content: '',
      sticker: null,
    });
    const reaction = { messageId: message._id, emoji: '🎂' };
    expect((await world.bus.refusal(toggleReaction, reaction, ada.caller)).code).toBe('MESSAGE_NOT_FOUND');
    for (const call of [pinMessage, starMessage])
      expect((await world.bus.refusal(call, { messageId: message._id }, ada.caller)).code).toBe('MESSAGE_NOT_FOUND');
  });

  it('does not count as unread, and is neither kept, reported nor pushed', async () => {
    const message = await say(ben, 'never mind');
    await say(ben, 'hello');
    expect(await unread(ada)).toBe(2);
    await hide(ada, message._id);
    expect(await unread(ada)).toBe(1);
    const messageIds = [message._id];
    expect((await world.bus.call(listKeepableMessages, { userId: ada.id, messageIds })).messages).toEqual([]);
    expect((await world.bus.call(listKeepableMessages, { userId: ben.id, messageIds })).messages).toHaveLength(1);
    const report = { userId: ada.id, otherId: ben.id, messageIds };
    expect((await world.bus.refusal(listReportableMessages, report)).code).toBe('MESSAGE_NOT_FOUND');
  });

  it('may be any message of the two: a photo, a tombstone, one that a device deletes twice at once', async () => {
    const id = randomUUID();
    const { message: photo } = await world.bus.call(
      sendMedia,
      {
        chatId: couple.chatId,
        messageType: 'image',
        clientMessageId: randomUUID(),
        attachments: [
          {
            id,
            kind: 'image',
            filename: 'a.jpg',
            size: 1,
            mimeType: 'image/jpeg',
            sha256: createHash('sha256').update(id).digest('hex'),
          },
        ],
      },
      ben.caller,
    );
    const deleted = await say(ben, 'typo');
    await world.bus.call(deleteMessage, { messageId: deleted._id }, ben.caller);
    await Promise.all([hide(ada, photo._id), hide(ada, photo._id), hide(ada, deleted._id)]);
    expect(texts(await device(ada))).toEqual([]);
    await eventually(() => expect(pushed(ada)).toHaveLength(2));
    expect((await world.bus.call(gallery, { kind: 'media' }, ada.caller)).messages).toEqual([]);
    expect((await world.bus.call(gallery, { kind: 'media' }, ben.caller)).messages).toHaveLength(1);
  });

  it('stays gone in the export of the person, after an unlink too', async () => {
    const [gone, kept] = [await say(ben, 'gone'), await say(ben, 'kept', {})];
    await hide(ada, gone._id);
    await star(ada, kept._id);
    await world.unlink(couple);
    const exported = async (who: Someone) =>
      world.bus.call(
        getExportMessages,
        { chatId: couple.chatId, after: 0 },
        { token: accessToken(world.keys, { userId: who.id, sessionId: randomUUID() }, 60, 'export') },
      );
    const mine = await exported(ada);
    expect([mine.messages.map(({ content }) => content), mine.starred]).toEqual([['kept'], [kept._id]]);
    const theirs = await exported(ben);
    expect([theirs.messages.map(({ content }) => content), theirs.starred]).toEqual([['gone', 'kept'], []]);
    for (const call of [starMessage, unstarMessage, hideMessage])
      expect((await world.bus.refusal(call, { messageId: kept._id }, ada.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(markUnread, { from: 1 }, ada.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(listStarred, {}, ada.caller)).code).toBe('NO_PARTNER');
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
