import { randomUUID } from 'node:crypto';
import {
  CARD_TYPES,
  type MessageView,
  STICKERS,
  type SendMediaDto,
  type SendMessageDto,
  countUnread,
  deleteMessage,
  editMessage,
  getConversation,
  markRead,
  messageRead,
  messageSent,
  sendBatch,
  sendMedia,
  sendMessage,
  syncConversation,
  wantedPreview,
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

const say: World['say'] = (...given) => world.say(...given);

const stored = (chatId: string) =>
  world.rows<{ id: string; seq: number; rev: number; content: string }>(
    'SELECT id, seq, rev, content FROM messages WHERE conversation_id = $1 ORDER BY seq',
    [chatId],
  );

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

describe('stickers', () => {
  const hug = { content: STICKERS.hug, sticker: 'hug' } as const;
  const send = async (dto: SendMessageDto) => (await world.bus.call(sendMessage, dto, couple.ada.caller)).message;

  it('are texts with a drawing, which a sync carries and a quote names', async () => {
    const message = await send(hug);
    expect(message).toMatchObject({ ...hug, messageType: 'text', attachments: [], seq: 1, rev: 1 });
    await eventually(() => expect(world.bus.live(messageSent)).toContainEqual(expect.objectContaining({ message })));
    const reply = await send({ ...hug, replyTo: message._id });
    expect(reply).toMatchObject({ ...hug, replyTo: { _id: message._id, content: hug.content } });
    expect((await send({ content: hug.content })).sticker).toBeNull();
    const { changes } = await world.bus.call(syncConversation, { after: 0 }, couple.ben.caller);
    expect(changes.map((change) => change.kind === 'message' && change.message.sticker)).toEqual(['hug', 'hug', null]);
  });

  it('are refused when unknown, huge, of another type, or with other words or files', async () => {
    const id = randomUUID();
    const wrong: Record<string, unknown>[] = [
      { content: hug.content, sticker: 'unknown' },
      { content: hug.content, sticker: 'toString' },
      { content: hug.content, sticker: '' },
      { content: hug.content, sticker: 'h'.repeat(50_000) },
      { content: hug.content, sticker: ['hug'] },
      { content: hug.content, sticker: { hug: true } },
      { content: 'and a text', sticker: 'hug' },
      { content: STICKERS.kiss, sticker: 'hug' },
      { sticker: 'hug' },
      { ...hug, attachments: [] },
    ];
    const { token } = couple.ada.caller;
    const results = await world.bus.call(sendBatch, { sends: wrong.map((one) => ({ token, send: one })) });
    expect(results.map((result) => (result.ok ? 'OK' : result.failure.code))).toEqual(
      wrong.map(() => 'VALIDATION_FAILED'),
    );
    const media = { ...hug, chatId: couple.chatId, messageType: 'image', clientMessageId: id, attachments: [] };
    expect((await world.bus.refusal(sendMedia, media as unknown as SendMediaDto, couple.ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await world.bus.refusal(sendMessage, hug, world.someone().caller)).code).toBe('NO_PARTNER');
    expect(await stored(couple.chatId)).toEqual([]);
  });

  it('are stored once for an id, which no other sticker and no text can use', async () => {
    const clientMessageId = randomUUID();
    const both = await Promise.all([send({ ...hug, clientMessageId }), send({ ...hug, clientMessageId })]);
    expect(both[0]).toEqual(both[1]);
    const refusal = async (dto: SendMessageDto) =>
      (await world.bus.refusal(sendMessage, { ...dto, clientMessageId }, couple.ada.caller)).code;
    expect(await refusal({ content: hug.content })).toBe('IDEMPOTENCY_MISMATCH');
    expect(await refusal({ content: STICKERS.kiss, sticker: 'kiss' })).toBe('IDEMPOTENCY_MISMATCH');
    expect(await stored(couple.chatId)).toHaveLength(1);
  });

  it('cannot be edited, and a deletion erases them', async () => {
    const { _id: messageId } = await send(hug);
    expect((await world.bus.refusal(editMessage, { messageId, content: 'words' }, couple.ada.caller)).code).toBe(
      'MESSAGE_NOT_EDITABLE',
    );
    const gone = await world.bus.call(deleteMessage, { messageId }, couple.ada.caller);
    expect(gone).toMatchObject({ content: '', sticker: null });
    expect(await world.rows('SELECT sticker FROM messages WHERE id = $1', [messageId])).toEqual([{ sticker: null }]);
  });
});

describe('cards', () => {
  const id = '0198c0de-0000-7000-8000-00000000000a';
  const goal = { content: 'Ten books', card: { type: 'goal', id } } as const;
  const send = async (dto: SendMessageDto) => (await world.bus.call(sendMessage, dto, couple.ada.caller)).message;

  it('are texts that name a thing, which a sync carries and a quote names', async () => {
    const message = await send(goal);
    expect(message).toMatchObject({ ...goal, messageType: 'text', sticker: null, seq: 1, rev: 1 });
    await eventually(() => expect(world.bus.live(messageSent)).toContainEqual(expect.objectContaining({ message })));
    const reply = await send({ ...goal, card: { ...goal.card, id: id.toUpperCase() }, replyTo: message._id });
    expect(reply).toMatchObject({ ...goal, replyTo: { _id: message._id, content: goal.content } });
    expect((await send({ content: goal.content })).card).toBeNull();
    const { changes } = await world.bus.call(syncConversation, { after: 0 }, couple.ben.caller);
    expect(changes.map((change) => change.kind === 'message' && change.message.card)).toEqual([
      goal.card,
      goal.card,
      null,
    ]);
  });

  it('of every type are accepted, whatever they name', async () => {
    for (const type of CARD_TYPES)
      expect((await send({ content: 'A thing', card: { type, id } })).card?.type).toBe(type);
  });

  it('are refused in another form, with a sticker, and with another content than a title', async () => {
    const { card, content } = goal;
    const wrong: Record<string, unknown>[] = [
      { content, card: { ...card, type: 'unknown' } },
      { content, card: { ...card, type: 'toString' } },
      { content, card: { ...card, id: 'g1' } },
      { content, card: { ...card, id: 'f'.repeat(50_000) } },
      { content, card: { ...card, id: [id] } },
      { content, card: { ...card, title: 'more' } },
      { content, card: { type: 'goal' } },
      { content, card: [card] },
      { content, card: [] },
      { content, card: 'goal' },
      { content, card: '' },
      { content: STICKERS.hug, sticker: 'hug', card },
      { content: 'x'.repeat(101), card },
      { content: ' ', card },
      { card },
    ];
    const { token } = couple.ada.caller;
    const results = await world.bus.call(sendBatch, { sends: wrong.map((one) => ({ token, send: one })) });
    expect(results.map((result) => (result.ok ? 'OK' : result.failure.code))).toEqual(
      wrong.map(() => 'VALIDATION_FAILED'),
    );
    expect((await world.bus.refusal(sendMessage, goal, world.someone().caller)).code).toBe('NO_PARTNER');
    expect(await stored(couple.chatId)).toEqual([]);
  });

  it('are stored once for an id, which no other card and no text can use', async () => {
    const clientMessageId = randomUUID();
    const both = await Promise.all([send({ ...goal, clientMessageId }), send({ ...goal, clientMessageId })]);
    expect(both[0]).toEqual(both[1]);
    const refusal = async (dto: SendMessageDto) =>
      (await world.bus.refusal(sendMessage, { ...dto, clientMessageId }, couple.ada.caller)).code;
    expect(await refusal({ content: goal.content })).toBe('IDEMPOTENCY_MISMATCH');
    expect(await refusal({ ...goal, card: { type: 'list', id } })).toBe('IDEMPOTENCY_MISMATCH');
    expect(await refusal({ ...goal, card: { type: 'goal', id: randomUUID() } })).toBe('IDEMPOTENCY_MISMATCH');
    expect(await stored(couple.chatId)).toHaveLength(1);
  });

  it('cannot be edited and have no preview, and a deletion erases them', async () => {
    const { _id: messageId } = await send({ ...goal, content: 'https://site.example/' });
    expect((await world.bus.refusal(editMessage, { messageId, content: 'words' }, couple.ada.caller)).code).toBe(
      'MESSAGE_NOT_EDITABLE',
    );
    expect(await world.bus.call(wantedPreview, { messageId })).toEqual({ url: null });
    const gone = await world.bus.call(deleteMessage, { messageId }, couple.ada.caller);
    expect(gone).toMatchObject({ content: '', card: null });
    expect(await world.rows('SELECT card FROM messages WHERE id = $1', [messageId])).toEqual([{ card: null }]);
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

describe('reading', () => {
  const seqs = (messages: MessageView[]): number[] => messages.map(({ seq }) => seq);

  it('pages through the conversation from either end', async () => {
    for (let n = 1; n <= 10; n += 1) await say(n % 2 ? couple.ada : couple.ben, `m${n}`);
    const page = async (query: object) => {
      const answer = await world.bus.call(getConversation, query, couple.ada.caller);
      return [...seqs(answer.messages), answer.hasMore];
    };
    expect(await page({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, false]);
    expect(await page({ limit: 4 })).toEqual([7, 8, 9, 10, true]);
    expect(await page({ limit: 4, page: 2 })).toEqual([3, 4, 5, 6, true]);
    expect(await page({ limit: 4, page: 3 })).toEqual([1, 2, false]);
    expect(await page({ limit: 4, page: 4 })).toEqual([false]);
    expect(await page({ limit: 4, page: Number.MAX_SAFE_INTEGER })).toEqual([false]);
    expect(await page({ limit: 3, before: 7 })).toEqual([4, 5, 6, true]);
    expect(await page({ limit: 3, before: 3 })).toEqual([1, 2, false]);
    expect(await page({ before: 1 })).toEqual([false]);
    expect(await page({ limit: 3, before: Number.MAX_SAFE_INTEGER })).toEqual([8, 9, 10, true]);
    expect(await page({ limit: 3, after: 2 })).toEqual([3, 4, 5, true]);
    expect(await page({ limit: 3, after: 8 })).toEqual([9, 10, false]);
    expect(await page({ after: Number.MAX_SAFE_INTEGER })).toEqual([false]);
    expect(await page({ limit: 4, around: 5 })).toEqual([3, 4, 5, 6, true]);
    expect(await page({ limit: 4, around: 1 })).toEqual([1, 2, 3, 4, false]);
    expect(await page({ limit: 4, around: 10 })).toEqual([7, 8, 9, 10, true]);
    expect((await world.bus.refusal(getConversation, { limit: 101 }, couple.ada.caller)).code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('shows a stranger nothing', async () => {
    await say(couple.ada, 'ours');
    const stranger = world.someone();
    const other = await world.couple();
    expect((await world.bus.refusal(getConversation, {}, stranger.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(syncConversation, { after: 0 }, stranger.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.refusal(countUnread, {}, stranger.caller)).code).toBe('NO_PARTNER');
    expect((await world.bus.call(getConversation, {}, other.ada.caller)).messages).toEqual([]);
    expect(await world.bus.call(syncConversation, { after: 0 }, other.ada.caller)).toEqual({
      chatId: other.chatId,
      after: 0,
      changes: [],
      upTo: 0,
      asOf: 0,
      hasMore: false,
    });
  });

  it('catches up from any revision', async () => {
    for (let n = 1; n <= 5; n += 1) await say(couple.ada, `m${n}`);
    await world.bus.call(markRead, { upTo: 3 }, couple.ben.caller);
    await say(couple.ben, 'm6');
    const sync = (after: number, limit?: number) =>
      world.bus.call(syncConversation, { after, ...(limit && { limit }) }, couple.ada.caller);

    const all = await sync(0);
    expect(all.changes.map((change) => [change.kind, change.rev])).toEqual([
      ...[1, 2, 3, 4, 5].map((rev) => ['message', rev]),
      ['marker', 6],
      ['message', 7],
    ]);
    expect(all).toMatchObject({ upTo: 7, asOf: 7, hasMore: false });
    for (let after = 0; after <= 7; after += 1) expect((await sync(after)).changes).toEqual(all.changes.slice(after));
    expect(await sync(4, 2)).toMatchObject({ upTo: 6, asOf: 7, hasMore: true });
    expect(await sync(5, 2)).toMatchObject({ upTo: 7, asOf: 7, hasMore: false });
    expect(await sync(Number.MAX_SAFE_INTEGER)).toMatchObject({ changes: [], upTo: 7, asOf: 7 });
  });
});

describe('read markers', () => {
  it('move forward only, take a revision and define the unread count', async () => {
    for (let n = 1; n <= 4; n += 1) await say(couple.ada, `m${n}`);
    await say(couple.ben, 'm5');
    const unread = (who: Someone) => world.bus.call(countUnread, {}, who.caller);
    expect(await unread(couple.ben)).toEqual({ count: 4 });
    expect(await unread(couple.ada)).toEqual({ count: 1 });

    const marker = await world.bus.call(markRead, { chatId: couple.chatId.toUpperCase(), upTo: 2 }, couple.ben.caller);
    expect(marker).toMatchObject({ userId: couple.ben.id, upTo: 2, rev: 6 });
    const { ownRev, ...shown } = marker;
    expect(ownRev).toBe(1);
    const event = { chatId: couple.chatId, rev: 6, actorId: couple.ben.id, partnerId: couple.ada.id, marker, shown };
    await eventually(() => expect(world.bus.live(messageRead)).toContainEqual(event));

    expect(await unread(couple.ben)).toEqual({ count: 2 });
    expect(await world.bus.call(markRead, { upTo: 1 }, couple.ben.caller)).toEqual(marker);
    expect(await world.bus.call(markRead, { upTo: 2 }, couple.ben.caller)).toEqual(marker);
    expect(await world.bus.call(markRead, {}, couple.ben.caller)).toMatchObject({ upTo: 5, rev: 7 });
    expect(await world.bus.call(markRead, { upTo: Number.MAX_SAFE_INTEGER }, couple.ben.caller)).toMatchObject({
      upTo: 5,
      rev: 7,
    });
    expect(await unread(couple.ben)).toEqual({ count: 0 });

    const { messages, markers, asOf } = await world.bus.call(getConversation, {}, couple.ada.caller);
    expect(messages.map(({ status, isRead }) => [status, isRead])).toEqual([
      ...Array.from({ length: 4 }, () => ['read', true]),
      ['sent', false],
    ]);
    expect(markers.toSorted((a, b) => a.rev - b.rev)).toMatchObject([
      { userId: couple.ada.id, upTo: 0, rev: 0 },
      { userId: couple.ben.id, upTo: 5, rev: 7 },
    ]);
    expect(asOf).toBe(7);
    const markerPushes = world.bus.live(messageRead).filter(({ chatId }) => chatId === couple.chatId);
    expect(markerPushes.map(({ rev }) => rev)).toEqual([6, 7]);
  });

  it('answer for a foreign conversation as for an unknown one', async () => {
    const other = await world.couple();
    const codes = [
      await world.bus.refusal(markRead, { chatId: other.chatId }, couple.ada.caller),
      await world.bus.refusal(markRead, { chatId: randomUUID() }, couple.ada.caller),
      await world.bus.refusal(markRead, { chatId: other.chatId }, world.someone().caller),
      await world.bus.refusal(markRead, {}, world.someone().caller),
    ].map(({ code }) => code);
    expect(codes).toEqual(['CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'NO_PARTNER']);
  });
});
