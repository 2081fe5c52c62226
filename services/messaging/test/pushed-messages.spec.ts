import { randomUUID } from 'node:crypto';
import {
  type MessageView, NoInput, type TokenUse, deleteMessage, getConversation, listExportConversations, reactionAdded, readPushedMessage, sendMessage, toggleReaction,
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

const say = async (who: Someone, content: string): Promise<MessageView> => (await world.bus.call(sendMessage, { content }, who.caller)).message;

/** The token that a device gets with what it is told. */
const noticeOf = ({ id }: Someone, about: string | undefined, { seconds = 60, use = 'notice' }: { seconds?: number; use?: TokenUse } = {}) => ({
  token: accessToken(world.keys, { userId: id, sessionId: randomUUID(), ...(about && { about }) }, seconds, use),
});

const input = new NoInput();

describe('a message that a device was told of', () => {
  it('is read with the token that names it: the start of its words, and the partner’s reactions', async () => {
    const long = await say(couple.ben, 'x'.repeat(500));
    const caller = noticeOf(couple.ada, long._id);
    expect(await world.bus.call(readPushedMessage, input, caller)).toEqual({ firstName: 'Ben', content: 'x'.repeat(200), messageType: 'text', reactions: [] });
    const own = await say(couple.ada, 'Mine');
    await world.bus.call(toggleReaction, { messageId: own._id, emoji: '👍' }, couple.ada.caller);
    await world.bus.call(toggleReaction, { messageId: own._id, emoji: '🎉' }, couple.ben.caller);
    expect(await world.bus.call(readPushedMessage, input, noticeOf(couple.ada, own._id))).toMatchObject({ content: 'Mine', reactions: ['🎉'] });
  });

  it('is found by nobody else, nor once it is deleted, nor after its quarter of an hour', async () => {
    const message = await say(couple.ben, 'For Ada');
    const stranger = await world.couple();
    expect((await world.bus.refusal(readPushedMessage, input, noticeOf(stranger.ada, message._id))).code).toBe('MESSAGE_NOT_FOUND');
    expect((await world.bus.refusal(readPushedMessage, input, noticeOf(world.someone(), message._id))).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(readPushedMessage, input, noticeOf(couple.ada, undefined))).code).toBe('MESSAGE_NOT_FOUND');
    expect((await world.bus.refusal(readPushedMessage, input, noticeOf(couple.ada, message._id, { seconds: -1 }))).code).toBe('TOKEN_EXPIRED');
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ben.caller);
    expect((await world.bus.refusal(readPushedMessage, input, noticeOf(couple.ada, message._id))).code).toBe('MESSAGE_NOT_FOUND');
  });

  it('is all that its token opens, and no other token opens it', async () => {
    const message = await say(couple.ben, 'For Ada');
    const caller = noticeOf(couple.ada, message._id);
    for (const refused of [
      await world.bus.refusal(getConversation, {}, caller),
      await world.bus.refusal(sendMessage, { content: 'as Ada' }, caller),
      await world.bus.refusal(listExportConversations, input, caller),
      await world.bus.refusal(readPushedMessage, input, couple.ada.caller),
      await world.bus.refusal(readPushedMessage, input, noticeOf(couple.ada, message._id, { use: 'export' })),
      await world.bus.refusal(readPushedMessage, input, {}),
    ]) expect(refused.code).toBe('UNAUTHENTICATED');
  });
});

describe('the fact of a reaction', () => {
  it('says to whom, once, and of a partner’s message only', async () => {
    const message = await say(couple.ada, 'Look!');
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '👍' }, couple.ada.caller);
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '🎉' }, couple.ben.caller);
    await world.bus.call(toggleReaction, { messageId: message._id, emoji: '🎉' }, couple.ben.caller);
    const ours = async () => (await world.bus.facts(reactionAdded)).filter(({ chatId }) => chatId === couple.chatId);
    const fact = { chatId: couple.chatId, messageId: message._id, actorId: couple.ben.id, receiverId: couple.ada.id };
    await eventually(async () => expect(await ours()).toEqual([fact]));
  });
});
