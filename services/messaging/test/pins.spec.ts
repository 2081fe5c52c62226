import {
  LIMITS,
  type MessageView,
  deleteMessage,
  getConversation,
  listPinned,
  messagePinned,
  messageUnpinned,
  pinMessage,
  setDisappearing,
  unpinMessage,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
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

const say: World['say'] = (...given) => world.say(...given);
const pin = (who: Someone, { _id }: MessageView) => world.bus.call(pinMessage, { messageId: _id }, who.caller);
const unpin = (who: Someone, { _id }: MessageView) => world.bus.call(unpinMessage, { messageId: _id }, who.caller);
const pinned = async (who: Someone) => (await world.bus.call(listPinned, {}, who.caller)).map(({ content }) => content);
const fresh = async () => (await world.bus.call(getConversation, {}, couple.ada.caller)).messages;

describe('pins', () => {
  it('are set by either for both, listed newest first, and idempotent', async () => {
    const [first, second] = [await say(couple.ada, 'address'), await say(couple.ben, 'door code')];
    const done = await pin(couple.ben, first);
    expect(done).toEqual({ ...first, rev: 3, pinnedAt: expect.any(String) });
    await eventually(() =>
      expect(world.bus.live(messagePinned)).toContainEqual({
        chatId: couple.chatId,
        rev: 3,
        actorId: couple.ben.id,
        message: done,
      }),
    );
    expect(await pin(couple.ada, first)).toEqual(done);
    await pin(couple.ben, second);
    expect([await pinned(couple.ada), await pinned(couple.ben)]).toEqual([
      ['door code', 'address'],
      ['door code', 'address'],
    ]);
    const loose = await unpin(couple.ada, first);
    expect(loose).toEqual({ ...first, rev: 5 });
    await eventually(() =>
      expect(world.bus.live(messageUnpinned)).toContainEqual({
        chatId: couple.chatId,
        rev: 5,
        actorId: couple.ada.id,
        message: loose,
      }),
    );
    expect(await unpin(couple.ada, first)).toEqual(loose);
    expect(await pinned(couple.ada)).toEqual(['door code']);
    expect((await fresh())[0]).toEqual(loose);
  });

  it('are removed with their message and reject system messages', async () => {
    const message = await say(couple.ada, 'gone soon');
    await pin(couple.ada, message);
    expect(await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller)).toMatchObject({
      pinnedAt: null,
    });
    expect(await pinned(couple.ada)).toEqual([]);
    await world.bus.call(setDisappearing, { seconds: 3_600 }, couple.ada.caller);
    const notice = (await fresh()).at(-1);
    const refusals = await Promise.all(
      [message, ...(notice ? [notice] : [])].map(({ _id }) =>
        world.bus.refusal(pinMessage, { messageId: _id }, couple.ada.caller),
      ),
    );
    expect(refusals.map(({ code }) => code)).toEqual(['MESSAGE_NOT_FOUND', 'MESSAGE_NOT_FOUND']);
    expect((await world.bus.refusal(unpinMessage, { messageId: message._id }, couple.ada.caller)).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
  });

  it('are limited to fifty, also under concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: LIMITS.pinnedMessages + 2 }, (_, n) => say(couple.ada, `${n}`)));
    await world.rows('UPDATE messages SET pinned_at = now() WHERE conversation_id = $1 AND seq < $2', [
      couple.chatId,
      LIMITS.pinnedMessages,
    ]);
    const left = all.filter(({ seq }) => seq >= LIMITS.pinnedMessages);
    const codes = await Promise.all(
      left.map((message) =>
        pin(couple.ben, message).then(
          () => 'ok',
          (cause: { code?: string }) => cause.code,
        ),
      ),
    );
    expect(codes.toSorted()).toEqual(['TOO_MANY_PINS', 'TOO_MANY_PINS', 'ok']);
    expect(await pinned(couple.ben)).toHaveLength(LIMITS.pinnedMessages);
  });

  it('reject strangers', async () => {
    const message = await say(couple.ada, 'ours');
    await pin(couple.ada, message);
    const other = (await world.couple()).ada;
    for (const call of [pinMessage, unpinMessage]) {
      expect((await world.bus.refusal(call, { messageId: message._id }, other.caller)).code).toBe('MESSAGE_NOT_FOUND');
      expect((await world.bus.refusal(call, { messageId: message._id }, world.someone().caller)).code).toBe(
        'NO_PARTNER',
      );
    }
    expect(await pinned(other)).toEqual([]);
    expect((await world.bus.refusal(listPinned, {}, world.someone().caller)).code).toBe('NO_PARTNER');
  });
});
