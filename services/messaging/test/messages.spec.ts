import { randomUUID } from 'node:crypto';
import { messageSent, sendBatch, sendMessage } from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
import { type Couple, World } from './world.js';

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

const stored: World['stored'] = (chatId) => world.stored(chatId);

describe('sending', () => {
  it('stores the message, returns it and publishes it', async () => {
    const clientMessageId = randomUUID();
    const { message, repeated } = await world.bus.call(
      sendMessage,
      { content: 'Hello 👋', clientMessageId },
      couple.ada.caller,
    );

    expect(repeated).toBe(false);
    expect(message).toMatchObject({
      chatId: couple.chatId,
      seq: 1,
      rev: 1,
      clientMessageId,
      sender: { _id: couple.ada.id, firstName: 'Ada', username: couple.ada.snapshot.username },
      content: 'Hello 👋',
      messageType: 'text',
      attachments: [],
      reactions: [],
      replyTo: null,
      isRead: false,
      status: 'sent',
      editedAt: null,
      deletedAt: null,
    });
    expect(message.id).toBe(message._id);
    expect(await stored(couple.chatId)).toEqual([{ id: message._id, seq: 1, rev: 1, content: 'Hello 👋' }]);

    const update = { chatId: couple.chatId, rev: 1, actorId: couple.ada.id, message };
    await eventually(() => expect(world.bus.live(messageSent)).toContainEqual(update));
    // The durable event names the message without its text.
    const event = {
      chatId: couple.chatId,
      rev: 1,
      actorId: couple.ada.id,
      messageId: message._id,
      attachmentIds: [],
      receiverId: couple.ben.id,
      seq: 1,
    };
    await eventually(async () => expect(await world.bus.events(messageSent)).toContainEqual(event));
  });

  it('returns the same message for a repeated id over either path and rejects another body for it', async () => {
    const clientMessageId = randomUUID();
    const first = await say(couple.ada, 'once', { clientMessageId });
    const again = await world.bus.call(
      sendMessage,
      { content: 'once', clientMessageId: clientMessageId.toUpperCase() },
      couple.ada.caller,
    );
    const batched = await world.bus.call(sendBatch, {
      sends: [{ token: couple.ada.caller.token, send: { content: 'once', clientMessageId } }],
    });
    const other = await world.bus.refusal(sendMessage, { content: 'twice', clientMessageId }, couple.ada.caller);

    expect(again).toEqual({ message: first, repeated: true });
    expect(batched).toEqual([{ ok: true, message: first }]);
    expect(other.code).toBe('IDEMPOTENCY_MISMATCH');
    // Ids are scoped to the sender: the partner's equal id is another message.
    expect((await say(couple.ben, 'once', { clientMessageId })).seq).toBe(2);
    expect(await stored(couple.chatId)).toHaveLength(2);
  });

  it('answers each entry of a batch separately', async () => {
    const stranger = world.someone();
    const lone = { content: 'nobody hears', clientMessageId: randomUUID() };
    const [twice, misused] = [randomUUID(), randomUUID()];
    const expired = accessToken(world.keys, { userId: couple.ada.id, sessionId: randomUUID() }, -1);
    const { token } = couple.ada.caller;
    const results = await world.bus.call(sendBatch, {
      sends: [
        { token, send: { content: 'one', clientMessageId: twice } },
        { token: 'forged', send: { content: 'x' } },
        { token: expired, send: { content: 'x' } },
        { token, send: { content: '   ' } },
        { token, send: { content: 'x', senderId: couple.ben.id } },
        { token, send: null },
        { token: stranger.caller.token, send: lone },
        { token, send: { content: 'one', clientMessageId: twice } },
        { token, send: { content: 'two', clientMessageId: misused } },
        { token, send: { content: 'not two', clientMessageId: misused } },
        { token, send: { content: 'x', replyTo: randomUUID() } },
        { token: couple.ben.caller.token, send: { content: 'three' } },
      ],
    });
    expect(results.map((result) => (result.ok ? result.message.content : result.failure.code))).toEqual([
      'one',
      'UNAUTHENTICATED',
      'TOKEN_EXPIRED',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'BAD_REQUEST',
      'NO_PARTNER',
      'one',
      'two',
      'IDEMPOTENCY_MISMATCH',
      'MESSAGE_NOT_FOUND',
      'three',
    ]);
    expect(results[7]).toEqual(results[0]);
    expect((await stored(couple.chatId)).map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  });

  it('rejects people without a partner and invalid input', async () => {
    expect((await world.bus.refusal(sendMessage, { content: 'hi' }, world.someone().caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(sendMessage, { content: 'hi' })).code).toBe('UNAUTHENTICATED');
    expect((await world.bus.refusal(sendMessage, { content: ' \n ' }, couple.ada.caller)).errors).toEqual([
      { field: 'content', code: 'CONTENT_REQUIRED', message: 'Message cannot be empty' },
    ]);
    expect((await world.bus.refusal(sendMessage, { content: 'x'.repeat(8001) }, couple.ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await say(couple.ada, '💬'.repeat(8000))).content).toHaveLength(16000);
  });

  it('accepts replies to messages of this conversation only', async () => {
    const long = 'é'.repeat(300);
    const question = await say(couple.ada, long);
    const reply = await say(couple.ben, 'yes', { replyTo: question._id.toUpperCase() });
    expect(reply.replyTo).toEqual({
      _id: question._id,
      seq: 1,
      rev: 1,
      sender: question.sender,
      content: long.slice(0, 200),
      messageType: 'text',
      sticker: null,
      deletedAt: null,
    });

    const foreign = await say((await world.couple()).ada, 'secret');
    expect((await world.bus.refusal(sendMessage, { content: 'x', replyTo: foreign._id }, couple.ben.caller)).code).toBe(
      'MESSAGE_NOT_FOUND',
    );
    expect(
      (await world.bus.refusal(sendMessage, { content: 'x', replyTo: randomUUID() }, couple.ben.caller)).code,
    ).toBe('MESSAGE_NOT_FOUND');
  });
});

describe('a send that names its conversation', () => {
  it('is stored in that conversation only', async () => {
    const ended = await world.unlink(couple);
    const next = await world.couple(couple.ada, world.someone({ firstName: 'Cleo' }));
    const meant = { content: 'for Ben', chatId: couple.chatId, clientMessageId: randomUUID() };
    expect((await world.bus.refusal(sendMessage, meant, couple.ada.caller)).code).toBe('CONVERSATION_NOT_FOUND');
    const [batched] = await world.bus.call(sendBatch, { sends: [{ token: couple.ada.caller.token, send: meant }] });
    expect(batched).toMatchObject({ ok: false, failure: { code: 'CONVERSATION_NOT_FOUND' } });
    expect((await world.bus.refusal(sendMessage, meant, couple.ben.caller)).code).toBe('NO_PARTNER');
    const { message } = await world.bus.call(
      sendMessage,
      { ...meant, chatId: next.chatId.toUpperCase() },
      couple.ada.caller,
    );
    expect(message.chatId).toBe(next.chatId);
    expect([await stored(ended.chatId), await stored(next.chatId)].map((rows) => rows.length)).toEqual([0, 1]);
  });
});
