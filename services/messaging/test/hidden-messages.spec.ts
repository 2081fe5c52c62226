import { createHash, randomUUID } from 'node:crypto';
import {
  deleteMessage,
  editMessage,
  fold,
  gallery,
  getExportMessages,
  hideMessage,
  listKeepableMessages,
  listPinned,
  listReportableMessages,
  listStarred,
  markUnread,
  messageReacted,
  pinMessage,
  searchMessages,
  sendMedia,
  starMessage,
  syncConversation,
  toggleReaction,
  unstarMessage,
  visibleMessages,
} from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
import { ownMarkCalls, texts } from './own-mark-calls.js';
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

const { star, hide, page, unread, starred, pushed, device, caughtUp } = ownMarkCalls(
  () => world,
  () => couple,
);

const search = async (who: Someone, q: string) =>
  (await world.bus.call(searchMessages, { q }, who.caller)).messages.map(({ content }) => content);

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
