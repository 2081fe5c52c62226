import { randomUUID } from 'node:crypto';
import {
  CARD_TYPES,
  STICKERS,
  type SendMediaDto,
  type SendMessageDto,
  deleteMessage,
  editMessage,
  getConversation,
  listKeepableMessages,
  messageSent,
  searchMessages,
  sendBatch,
  sendMedia,
  sendMessage,
  syncConversation,
  wantedPreview,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
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

const stored: World['stored'] = (chatId) => world.stored(chatId);

describe('stickers', () => {
  const hug = { content: STICKERS.hug, sticker: 'hug' } as const;
  const send = async (dto: SendMessageDto) => (await world.bus.call(sendMessage, dto, couple.ada.caller)).message;

  it('are texts with a drawing, which a sync carries and a quote names', async () => {
    const message = await send(hug);
    expect(message).toMatchObject({ ...hug, messageType: 'text', attachments: [], seq: 1, rev: 1 });
    await eventually(() => expect(world.bus.live(messageSent)).toContainEqual(expect.objectContaining({ message })));
    const reply = await send({ ...hug, replyTo: message._id });
    expect(reply).toMatchObject({ ...hug, replyTo: { _id: message._id, ...hug } });
    expect((await send({ content: hug.content })).sticker).toBeNull();
    const { changes } = await world.bus.call(syncConversation, { after: 0 }, couple.ben.caller);
    expect(changes.map((change) => change.kind === 'message' && change.message.sticker)).toEqual(['hug', 'hug', null]);
    expect(changes[1]).toMatchObject({ message: { replyTo: hug } });
  });

  it.each([
    ['de', 'Dicke Umarmung', 'UMARM dick'],
    ['es', 'Tú y yo', 'TU yo'],
  ] as const)('are found by their words in the language of the reader, %s: %s', async (language, _name, q) => {
    const find = async (words: string, reads: 'en' | 'de' | 'es') => {
      const { messages, total } = await world.bus.call(searchMessages, { q: words }, ada.reading(reads).caller);
      expect(total).toBe(messages.length);
      return messages.map(({ sticker }) => sticker);
    };
    const ada = world.someone();
    couple = await world.couple(ada);
    const id = language === 'de' ? 'hug' : 'together';
    await send({ content: STICKERS[id], sticker: id });
    await send({ content: STICKERS[id] });
    await send({ content: STICKERS.kiss, sticker: 'kiss' });
    expect(await find(q, language)).toEqual([id]);
    expect(await find(q, 'en')).toEqual([]);
    expect(await find(STICKERS[id], language)).toEqual([null, id]);
    expect(await find(`${q} nothing`, language)).toEqual([]);
  });

  it('have their id where memories copies them, and a text of the same words has none', async () => {
    const messageIds = [(await send(hug))._id, (await send({ content: hug.content }))._id];
    const { messages } = await world.bus.call(listKeepableMessages, { userId: couple.ben.id, messageIds });
    expect(messages).toEqual([expect.objectContaining(hug), expect.not.objectContaining({ sticker: 'hug' })]);
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
    await send({ content: 'Thanks', replyTo: messageId });
    expect((await world.bus.refusal(editMessage, { messageId, content: 'words' }, couple.ada.caller)).code).toBe(
      'MESSAGE_NOT_EDITABLE',
    );
    const gone = await world.bus.call(deleteMessage, { messageId }, couple.ada.caller);
    expect(gone).toMatchObject({ content: '', sticker: null });
    expect(await world.rows('SELECT sticker FROM messages WHERE id = $1', [messageId])).toEqual([{ sticker: null }]);
    const { messages } = await world.bus.call(getConversation, {}, couple.ben.caller);
    expect(messages.at(-1)?.replyTo).toMatchObject({ content: '', sticker: null });
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
