import {
  deleteMessage,
  hideMessage,
  listKeepableMessages,
  listYearMessages,
  sendMedia,
  sendMessage,
  toggleReaction,
} from '@duet/contracts';
import { HOUR, disappearingCalls } from './disappearing-calls.js';
import { mediaMessage, photo } from './staged-files.js';
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

const { set, say, page, age } = disappearingCalls(
  () => world,
  () => couple,
);

describe('the messages that memories may keep', () => {
  const keepable = async (userId: string, messageIds: string[]) =>
    (await world.bus.call(listKeepableMessages, { userId, messageIds })).messages.map(({ messageId }) => messageId);

  it('are the readable messages of the own active conversation, no system messages, tombstones or expired ones', async () => {
    const [stays, deleted] = [await say(couple.ada, 'stays'), await say(couple.ada, 'deleted')];
    await set(couple.ben, HOUR);
    const expired = await say(couple.ben, 'expires');
    const { messages } = await page();
    await world.bus.call(deleteMessage, { messageId: deleted._id }, couple.ada.caller);
    const elsewhere = await world.couple();
    const foreign = (await world.bus.call(sendMessage, { content: 'theirs' }, elsewhere.ada.caller)).message;
    const ids = [...messages.map(({ _id }) => _id), foreign._id];
    expect(messages.some(({ messageType }) => messageType === 'notice')).toBe(true);
    expect(await keepable(couple.ada.id, ids)).toEqual([stays._id, expired._id]);
    // The second at which it expires counts, not the sweep.
    await age(HOUR + 1);
    for (const { id } of [couple.ada, couple.ben]) expect(await keepable(id, ids)).toEqual([stays._id]);
    expect(await keepable(elsewhere.ben.id, ids)).toEqual([foreign._id]);
    const { code } = await world.bus.refusal(listKeepableMessages, {
      userId: world.someone().id,
      messageIds: [stays._id],
    });
    expect(code).toBe('NO_PARTNER');
    await world.unlink(couple);
    await expect(keepable(couple.ada.id, ids)).rejects.toMatchObject({ code: 'NO_PARTNER' });
  });

  it('are of a year its first message, then those with the most reactions, and its count', async () => {
    const [first, plain, both, one] = [
      await say(couple.ada, 'the first'),
      await say(couple.ben, 'plain'),
      await say(couple.ada, 'of both'),
      await say(couple.ada, 'of one'),
    ];
    await world.bus.call(toggleReaction, { messageId: one._id, emoji: '👍' }, couple.ben.caller);
    await world.bus.call(toggleReaction, { messageId: one._id, emoji: '🎉' }, couple.ben.caller);
    for (const { caller } of [couple.ada, couple.ben])
      await world.bus.call(toggleReaction, { messageId: both._id, emoji: '👍' }, caller);
    const around = (days: number) => new Date(Date.parse(first.createdAt) + days * 86_400_000).toISOString();
    const year = (from: string, to: string, userId = couple.ben.id) =>
      world.bus.call(listYearMessages, { userId, from, to });
    const ids = async (from: string, to: string) => (await year(from, to)).messages.map(({ messageId }) => messageId);
    expect(await ids(around(-1), around(1))).toEqual([first._id, both._id, one._id]);
    expect(await year(around(-1), around(1))).toMatchObject({ chatId: couple.chatId, count: 4, firstId: first._id });
    await world.bus.call(deleteMessage, { messageId: first._id }, couple.ada.caller);
    expect(await ids(around(-1), around(1))).toEqual([plain._id, both._id, one._id]);
    expect(await year(around(-3), around(-1))).toMatchObject({ count: 0, firstId: null, messages: [] });
    const elsewhere = await world.couple();
    expect((await year(around(-1), around(1), elsewhere.ada.id)).messages).toEqual([]);
  });

  it('are of a year at most twelve messages with photos: those with the most reactions, then the first', async () => {
    const post = async (who: Someone, files = [photo()], content = '') =>
      (await world.bus.call(sendMedia, mediaMessage(couple.chatId, files, { content }), who.caller)).message;
    const clip = () => photo({ kind: 'video', mimeType: 'video/mp4' });
    const [first, captioned] = [await post(couple.ada), await post(couple.ben, [photo()], 'The harbour')];
    await post(couple.ada, [clip()]);
    const mixed = [clip(), photo()];
    const loved = await post(couple.ada, mixed);
    await world.bus.call(toggleReaction, { messageId: loved._id, emoji: '👍' }, couple.ben.caller);
    const around = (days: number) => new Date(Date.parse(first.createdAt) + days * 86_400_000).toISOString();
    const photosOf = async (userId: string, from = around(-1), to = around(1)) =>
      (await world.bus.call(listYearMessages, { userId, from, to })).photos ?? [];
    const ids = async (userId: string) => (await photosOf(userId)).map(({ messageId }) => messageId);
    expect(await photosOf(couple.ben.id)).toMatchObject([
      { messageId: loved._id, content: '', files: mixed.map(({ id, kind }) => ({ id, kind })) },
      { messageId: first._id, senderId: couple.ada.id },
      { messageId: captioned._id, content: 'The harbour' },
    ]);
    expect(await photosOf(couple.ben.id, around(-3), around(-1))).toEqual([]);
    expect(await photosOf(couple.ben.id, around(1), around(3))).toEqual([]);
    expect(await ids((await world.couple()).ada.id)).toEqual([]);
    await world.bus.call(hideMessage, { messageId: captioned._id }, couple.ben.caller);
    await world.bus.call(deleteMessage, { messageId: first._id }, couple.ada.caller);
    expect(await ids(couple.ben.id)).toEqual([loved._id]);
    expect(await ids(couple.ada.id)).toEqual([loved._id, captioned._id]);
    for (let more = 0; more < 11; more++) await post(couple.ben);
    expect(await ids(couple.ada.id)).toHaveLength(12);
    await set(couple.ben, HOUR);
    const expiring = await post(couple.ada);
    await world.bus.call(toggleReaction, { messageId: expiring._id, emoji: '👍' }, couple.ben.caller);
    expect(await ids(couple.ada.id)).not.toContain(expiring._id);
  });
});
