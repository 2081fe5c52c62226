import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  type SendMediaDto,
  attachmentPath,
  attachmentsInUse,
  deleteMessage,
  editMessage,
  messageDeleted,
  messageSent,
  sendMedia,
  sendMessage,
  syncConversation,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { mediaCalls } from './media-calls.js';
import { photo } from './staged-files.js';
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

const { media, send, fresh } = mediaCalls(
  () => world,
  () => couple,
);

const inUse = async (...ids: string[]) => (await world.bus.call(attachmentsInUse, { ids })).ids.toSorted();

describe('a message with files', () => {
  it('stores its files, returns them, pushes them and names them in its event', async () => {
    const files = [photo(), photo({ kind: 'video', mimeType: 'video/mp4', duration: 2.5 })];
    const dto = media(files, {
      attachments: files.map((file) => ({ ...file, id: file.id.toUpperCase() })),
      chatId: couple.chatId.toUpperCase(),
    });
    const { message, repeated } = await send(couple.ada, dto);
    const views = files.map((file) => {
      const { sha256: _, ...shown } = file;
      return { ...shown, url: attachmentPath(file.id) };
    });
    expect(repeated).toBe(false);
    expect(message).toMatchObject({
      seq: 1,
      rev: 1,
      messageType: 'image',
      content: '',
      attachments: views,
      voiceStatus: null,
      status: 'sent',
      clientMessageId: dto.clientMessageId,
    });
    expect(message.attachments).toEqual(views);
    expect(await fresh()).toEqual([message]);
    const ids = files.map(({ id }) => id);
    await eventually(() =>
      expect(world.bus.live(messageSent)).toContainEqual({
        chatId: couple.chatId,
        rev: 1,
        actorId: couple.ada.id,
        message,
      }),
    );
    const event = {
      chatId: couple.chatId,
      rev: 1,
      actorId: couple.ada.id,
      messageId: message._id,
      attachmentIds: ids,
      receiverId: couple.ben.id,
      seq: 1,
    };
    await eventually(async () => expect(await world.bus.events(messageSent)).toContainEqual(event));
    expect(await inUse(...ids, randomUUID())).toEqual(ids.toSorted());
  });

  it('is stored once when its upload is repeated under new file ids, and rejects other files for the same id', async () => {
    const files = [photo(), photo()];
    const dto = media(files);
    const first = await send(couple.ada, dto);
    const again = { ...dto, attachments: files.map((file) => ({ ...file, id: randomUUID() })) };
    expect(await send(couple.ada, again)).toEqual({ ...first, repeated: true });
    const other = { ...dto, attachments: [photo()] };
    expect((await world.bus.refusal(sendMedia, other, couple.ada.caller)).code).toBe('IDEMPOTENCY_MISMATCH');
    expect((await world.bus.refusal(sendMedia, { ...dto, replyTo: first.message._id }, couple.ada.caller)).code).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    expect(
      (await world.bus.refusal(sendMessage, { content: 'x', clientMessageId: dto.clientMessageId }, couple.ada.caller))
        .code,
    ).toBe('IDEMPOTENCY_MISMATCH');
    expect(await inUse(...again.attachments.map(({ id }) => id))).toEqual([]);
  });

  it('has the words that were written to it, which its sender may edit', async () => {
    const dto = media([photo()], { content: 'The *harbour* at night' });
    const { message } = await send(couple.ada, dto);
    expect(message).toMatchObject({ messageType: 'image', content: 'The *harbour* at night' });
    expect((await send(couple.ada, dto)).repeated).toBe(true);
    expect((await world.bus.refusal(sendMedia, { ...dto, content: 'Other' }, couple.ada.caller)).code).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    const edit = { messageId: message._id, content: 'The harbour' };
    expect((await world.bus.refusal(editMessage, edit, couple.ben.caller)).code).toBe('ACCESS_DENIED');
    const edited = await world.bus.call(editMessage, edit, couple.ada.caller);
    expect(edited).toMatchObject({ content: 'The harbour', attachments: message.attachments });
    const { message: quoting } = await world.bus.call(
      sendMessage,
      { content: 'Oh', replyTo: message._id },
      couple.ben.caller,
    );
    expect(quoting.replyTo).toMatchObject({ content: 'The harbour', messageType: 'image' });
  });

  it('has no words where only blanks were written, and refuses too many', async () => {
    const dto = media([photo()]);
    const { message } = await send(couple.ada, { ...dto, content: ' \n ' });
    expect(message.content).toBe('');
    expect((await send(couple.ada, dto)).repeated).toBe(true);
    const long = media([photo()], { content: 'x'.repeat(LIMITS.messageLength + 1) });
    expect((await world.bus.refusal(sendMedia, long, couple.ada.caller)).code).toBe('VALIDATION_FAILED');
  });

  it('shares the order of texts and can be quoted with its type', async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 3
          ? world.bus.call(sendMessage, { content: `${n}` }, couple.ben.caller)
          : send(couple.ada, media([photo()])),
      ),
    );
    expect(all.map(({ message }) => message.seq).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
    const picture = all[0]?.message;
    const { message } = await world.bus.call(
      sendMessage,
      { content: 'Lovely!', ...(picture && { replyTo: picture._id }) },
      couple.ben.caller,
    );
    expect(message.replyTo).toMatchObject({ _id: picture?._id, messageType: 'image', content: '' });
    const reply = await send(couple.ada, media([photo()], { replyTo: message._id }));
    expect(reply.message.replyTo).toMatchObject({ content: 'Lovely!', messageType: 'text' });
  });

  it('rejects a stranger, another chat, a reply to a foreign message and invalid input', async () => {
    const other = await world.couple();
    const refusal = async (dto: SendMediaDto, who: Someone) =>
      (await world.bus.refusal(sendMedia, dto, who.caller)).code;
    expect(await refusal(media([photo()]), world.someone())).toBe('NO_PARTNER');
    expect(await refusal(media([photo()]), other.ada)).toBe('CONVERSATION_NOT_FOUND');
    expect(await refusal(media([photo()], { chatId: other.chatId }), couple.ada)).toBe('CONVERSATION_NOT_FOUND');
    const foreign = await world.bus.call(sendMessage, { content: 'secret' }, other.ada.caller);
    expect(await refusal(media([photo()], { replyTo: foreign.message._id }), couple.ada)).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(media([]), couple.ada)).toBe('VALIDATION_FAILED');
    expect(await refusal(media(Array.from({ length: 6 }, () => photo())), couple.ada)).toBe('VALIDATION_FAILED');
    expect((await world.bus.refusal(sendMedia, media([photo()]))).code).toBe('UNAUTHENTICATED');
    expect(await fresh()).toEqual([]);
  });

  it('loses its files when it is deleted, and the event names them for media', async () => {
    const files = [photo(), photo()];
    const dto = media(files);
    const { message } = await send(couple.ada, dto);
    expect(
      (await world.bus.refusal(editMessage, { messageId: message._id, content: 'x' }, couple.ada.caller)).code,
    ).toBe('MESSAGE_NOT_EDITABLE');
    const deleted = await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(deleted).toMatchObject({ attachments: [], deletedAt: expect.any(String), rev: 2 });
    const event = {
      chatId: couple.chatId,
      rev: 2,
      actorId: couple.ada.id,
      messageId: message._id,
      attachmentIds: files.map(({ id }) => id),
    };
    await eventually(async () => expect(await world.bus.events(messageDeleted)).toContainEqual(event));
    expect(await inUse(...files.map(({ id }) => id))).toEqual([]);
    expect(await send(couple.ada, dto)).toEqual({ message: deleted, repeated: true });
  });

  it('counts its file metadata towards the size limit of a sync page', async () => {
    const heavy = () => photo({ filename: 'f'.repeat(255), blur: 'b'.repeat(2_000) });
    await Promise.all(Array.from({ length: 60 }, () => send(couple.ada, media(Array.from({ length: 5 }, heavy)))));
    await world.rows(
      `UPDATE attachments SET blur = repeat('b', 20000) WHERE message_id IN (SELECT id FROM messages WHERE conversation_id = $1)`,
      [couple.chatId],
    );
    const first = await world.bus.call(syncConversation, { after: 0 }, couple.ben.caller);
    expect(first.hasMore).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(4.5 * 1024 * 1024);
    const rest = await world.bus.call(syncConversation, { after: first.upTo }, couple.ben.caller);
    expect([...first.changes, ...rest.changes].map(({ rev }) => rev)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
  });
});
