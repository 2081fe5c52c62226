import { randomUUID } from 'node:crypto';
import {
  type MessageView,
  NoInput,
  PUSH_TOKEN,
  STICKERS,
  type TokenUse,
  deleteMessage,
  getConversation,
  listExportConversations,
  markDelivered,
  lovePushedMessage,
  markRead,
  reactionAdded,
  readPushedMessage,
  replyToPushedMessage,
  sendMessage,
  toggleReaction,
  userProfileChanged,
  shouldPush,
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

const say = async (who: Someone, content: string): Promise<MessageView> =>
  (await world.bus.call(sendMessage, { content }, who.caller)).message;

/** The token that a device gets with a push. */
const pushTokenOf = (
  { id }: Someone,
  about: string | undefined,
  { seconds = 60, use = PUSH_TOKEN }: { seconds?: number; use?: TokenUse } = {},
) => ({
  token: accessToken(world.keys, { userId: id, sessionId: randomUUID(), ...(about && { about }) }, seconds, use),
});

const input = new NoInput();

describe('a pushed message', () => {
  it('is read with the token that names it: the start of its text and the partner’s reactions', async () => {
    const long = await say(couple.ben, 'x'.repeat(500));
    const caller = pushTokenOf(couple.ada, long._id);
    expect(await world.bus.call(readPushedMessage, input, caller)).toEqual({
      firstName: 'Ben',
      content: 'x'.repeat(200),
      messageType: 'text',
      sticker: null,
      reactions: [],
    });
    const own = await say(couple.ada, 'Mine');
    await world.bus.call(toggleReaction, { messageId: own._id, emoji: '👍' }, couple.ada.caller);
    await world.bus.call(toggleReaction, { messageId: own._id, emoji: '🎉' }, couple.ben.caller);
    expect(await world.bus.call(readPushedMessage, input, pushTokenOf(couple.ada, own._id))).toMatchObject({
      content: 'Mine',
      reactions: ['🎉'],
    });
  });

  it('names its sticker', async () => {
    const hug = { content: STICKERS.hug, sticker: 'hug' } as const;
    const { message } = await world.bus.call(sendMessage, hug, couple.ben.caller);
    expect(await world.bus.call(readPushedMessage, input, pushTokenOf(couple.ada, message._id))).toMatchObject(hug);
  });

  it('is not found by others or after its deletion, and not readable with an expired token', async () => {
    const message = await say(couple.ben, 'For Ada');
    const stranger = await world.couple();
    expect((await world.bus.refusal(readPushedMessage, input, pushTokenOf(stranger.ada, message._id))).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
    expect((await world.bus.refusal(readPushedMessage, input, pushTokenOf(world.someone(), message._id))).code).toBe(
      'NO_PARTNER',
    );
    expect((await world.bus.refusal(readPushedMessage, input, pushTokenOf(couple.ada, undefined))).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
    expect(
      (await world.bus.refusal(readPushedMessage, input, pushTokenOf(couple.ada, message._id, { seconds: -1 }))).code,
    ).toBe('TOKEN_EXPIRED');
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ben.caller);
    expect((await world.bus.refusal(readPushedMessage, input, pushTokenOf(couple.ada, message._id))).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
  });

  it('is the only thing its token reads, and no other token reads it', async () => {
    const message = await say(couple.ben, 'For Ada');
    const caller = pushTokenOf(couple.ada, message._id);
    for (const refused of [
      await world.bus.refusal(getConversation, {}, caller),
      await world.bus.refusal(sendMessage, { content: 'as Ada' }, caller),
      await world.bus.refusal(listExportConversations, input, caller),
      await world.bus.refusal(readPushedMessage, input, couple.ada.caller),
      await world.bus.refusal(readPushedMessage, input, pushTokenOf(couple.ada, message._id, { use: 'export' })),
      await world.bus.refusal(readPushedMessage, input, {}),
    ])
      expect(refused.code).toBe('UNAUTHENTICATED');
  });
});

describe('an answer from a notification', () => {
  const replyAs = (who: Someone, about: string | undefined, clientMessageId: string = randomUUID()) =>
    world.bus.call(replyToPushedMessage, { content: 'On my way', clientMessageId }, pushTokenOf(who, about));
  const texts = async () =>
    (await world.bus.call(getConversation, {}, couple.ada.caller)).messages.map(({ content }) => content);
  const reactionsOf = async ({ _id }: MessageView) =>
    (await world.bus.call(getConversation, {}, couple.ada.caller)).messages.find((one) => one._id === _id)?.reactions;

  it('is one message of the token’s owner, however often it is sent', async () => {
    const message = await say(couple.ben, 'Are you coming?');
    const id = randomUUID();
    await Promise.all([replyAs(couple.ada, message._id, id), replyAs(couple.ada, message._id, id)]);
    await replyAs(couple.ada, message._id, id);
    expect(await texts()).toEqual(['Are you coming?', 'On my way']);
    // The page of the same device sends it under the same id.
    const again = await world.bus.call(sendMessage, { content: 'On my way', clientMessageId: id }, couple.ada.caller);
    expect(again).toMatchObject({ repeated: true, message: { sender: { _id: couple.ada.id } } });
  });

  it('adds ❤️ and never takes it back', async () => {
    const message = await say(couple.ben, 'Good night');
    const love = () => world.bus.call(lovePushedMessage, input, pushTokenOf(couple.ada, message._id));
    await Promise.all([love(), love()]);
    await love();
    expect(await reactionsOf(message)).toEqual([{ emoji: '❤️', user: couple.ada.id }]);
    // The emoji is the one of the quick reactions.
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '❤️' }, couple.ada.caller);
    expect(await reactionsOf(message)).toEqual([]);
  });

  it('is refused to strangers, for a deleted message, after an unlink, and with any other token', async () => {
    const message = await say(couple.ben, 'For Ada');
    const stranger = await world.couple();
    const content = { content: 'x', clientMessageId: randomUUID() };
    const refusals = async (caller: ReturnType<typeof pushTokenOf>) =>
      [
        await world.bus.refusal(replyToPushedMessage, content, caller),
        await world.bus.refusal(lovePushedMessage, input, caller),
      ].map(({ code }) => code);
    expect(await refusals(pushTokenOf(stranger.ada, message._id))).toEqual(['MESSAGE_NOT_FOUND', 'MESSAGE_NOT_FOUND']);
    expect(await refusals(pushTokenOf(world.someone(), message._id))).toEqual(['NO_PARTNER', 'NO_PARTNER']);
    expect(await refusals(pushTokenOf(couple.ada, message._id, { use: 'export' }))).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ]);
    expect(await refusals(pushTokenOf(couple.ada, message._id, { seconds: -1 }))).toEqual([
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
    ]);
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ben.caller);
    expect(await refusals(pushTokenOf(couple.ada, message._id))).toEqual(['MESSAGE_NOT_FOUND', 'MESSAGE_NOT_FOUND']);
    const second = await say(couple.ben, 'Goodbye');
    couple = await world.unlink(couple);
    expect(await refusals(pushTokenOf(couple.ada, second._id))).toEqual(['NO_PARTNER', 'NO_PARTNER']);
  });

  it('follows the rules of a message', async () => {
    const message = await say(couple.ben, 'For Ada');
    for (const wrong of [
      { content: '   ', clientMessageId: randomUUID() },
      { content: 'x', clientMessageId: 'none' },
    ])
      expect((await world.bus.refusal(replyToPushedMessage, wrong, pushTokenOf(couple.ada, message._id))).code).toBe(
        'VALIDATION_FAILED',
      );
  });
});

describe('a push that is not sent yet', () => {
  const isWanted = async ({ _id: messageId }: { _id: string }, to: Someone, reactedBy?: Someone) =>
    (await world.bus.call(shouldPush, { messageId, receiverId: to.id, ...(reactedBy && { reactedBy: reactedBy.id }) }))
      .wanted;
  const read = (who: Someone, upTo: number) => world.bus.call(markRead, { chatId: couple.chatId, upTo }, who.caller);

  it('is due until its receiver has read the message, delivered or not', async () => {
    const [first, second] = [await say(couple.ben, 'one'), await say(couple.ben, 'two')];
    await world.bus.call(markDelivered, { chatId: couple.chatId, upTo: 2 }, couple.ada.caller);
    await read(couple.ben, 2);
    expect([await isWanted(first, couple.ada), await isWanted(second, couple.ada)]).toEqual([true, true]);
    await read(couple.ada, 1);
    expect([await isWanted(first, couple.ada), await isWanted(second, couple.ada)]).toEqual([false, true]);
  });

  it.each([
    ['the reader', 'ada'],
    ['the writer', 'ben'],
  ] as const)('follows the real read marker when %s hides receipts', async (_, who) => {
    const quiet = couple[who];
    Object.assign(quiet.snapshot, { readReceipts: false, version: quiet.snapshot.version + 1 });
    await world.bus.publish(userProfileChanged, quiet.id, quiet.snapshot);
    await eventually(async () =>
      expect(await world.rows('SELECT read_receipts FROM people WHERE id = $1', [quiet.id])).toEqual([
        { read_receipts: false },
      ]),
    );
    const message = await say(couple.ben, 'Read in silence');
    expect(await isWanted(message, couple.ada)).toBe(true);
    await read(couple.ada, 1);
    expect(
      await world.rows('SELECT read_up_to, shown_up_to FROM conversation_members WHERE user_id = $1', [couple.ada.id]),
    ).toEqual([{ read_up_to: 1, shown_up_to: 0 }]);
    expect(await isWanted(message, couple.ada)).toBe(false);
  });

  it('is not due for deleted, expired or unknown messages, for the sender, a stranger or an ex-partner', async () => {
    const [deleted, over, there] = [await say(couple.ben, 'a'), await say(couple.ben, 'b'), await say(couple.ben, 'c')];
    await world.bus.call(deleteMessage, { messageId: deleted._id }, couple.ben.caller);
    await world.rows("UPDATE messages SET expires_at = now() - interval '1 second' WHERE id = $1", [over._id]);
    const stranger = await world.couple();
    for (const [message, to] of [
      [deleted, couple.ada],
      [over, couple.ada],
      [{ _id: randomUUID() }, couple.ada],
      [there, couple.ben],
      [there, stranger.ada],
    ] as const) {
      expect(await isWanted(message, to)).toBe(false);
    }
    expect(await isWanted(there, couple.ada)).toBe(true);
    couple = await world.unlink(couple);
    expect(await isWanted(there, couple.ada)).toBe(false);
  });

  it("about a reaction is due while that person's reaction exists, even on a read message", async () => {
    const message = await say(couple.ada, 'Look!');
    await read(couple.ada, 1);
    const toggle = (emoji: string) =>
      world.bus.call(toggleReaction, { messageId: message._id, emoji }, couple.ben.caller);
    await toggle('🎉');
    expect([await isWanted(message, couple.ada, couple.ben), await isWanted(message, couple.ada, couple.ada)]).toEqual([
      true,
      false,
    ]);
    await toggle('🎉');
    expect(await isWanted(message, couple.ada, couple.ben)).toBe(false);
  });
});

describe('the event of a reaction', () => {
  it('names its receiver, is published once and only for the partner’s message', async () => {
    const message = await say(couple.ada, 'Look!');
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '👍' }, couple.ada.caller);
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '🎉' }, couple.ben.caller);
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '🎉' }, couple.ben.caller);
    const ours = async () => (await world.bus.events(reactionAdded)).filter(({ chatId }) => chatId === couple.chatId);
    const about = { chatId: couple.chatId, messageId: message._id, seq: message.seq };
    const event = { ...about, actorId: couple.ben.id, receiverId: couple.ada.id };
    await eventually(async () => expect(await ours()).toEqual([event]));
  });
});
