import {
  type SendMediaDto,
  type StagedAttachmentDto,
  deleteMessage,
  editMessage,
  gallery,
  sendMedia,
  sendMessage,
} from '@duet/contracts';
import { mediaMessage, photo, voice } from './staged-files.js';
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

const media = (attachments: StagedAttachmentDto[], given: Partial<SendMediaDto> = {}): SendMediaDto =>
  mediaMessage(couple.chatId, attachments, given);
const send = (who: Someone, dto: SendMediaDto) => world.bus.call(sendMedia, dto, who.caller);

describe('the gallery', () => {
  const find = async (kind: 'media' | 'voice' | 'file' | 'link', more: { before?: number; limit?: number } = {}) => {
    const { messages, hasMore } = await world.bus.call(gallery, { kind, ...more }, couple.ben.caller);
    return { seqs: messages.map(({ seq }) => seq), hasMore };
  };

  it('pages through each kind separately, newest first, without deleted messages', async () => {
    const say = async (content: string) => (await world.bus.call(sendMessage, { content }, couple.ada.caller)).message;
    for (let n = 0; n < 3; n += 1) await send(couple.ada, media([photo()])); // 1, 2, 3
    await send(couple.ada, media([photo({ kind: 'video' })])); // 4
    await send(couple.ben, media([voice()])); // 5
    await send(couple.ben, media([photo({ kind: 'file' })])); // 6
    await say('see https://example.org/a and'); // 7
    await say('no link: http:// or https'); // 8
    await say('www.example.org'); // 9
    const gone = await say('http://gone.example'); // 10
    await world.bus.call(deleteMessage, { messageId: gone._id }, couple.ada.caller);
    expect(await find('media')).toEqual({ seqs: [4, 3, 2, 1], hasMore: false });
    expect(await find('media', { limit: 2 })).toEqual({ seqs: [4, 3], hasMore: true });
    expect(await find('media', { limit: 2, before: 3 })).toEqual({ seqs: [2, 1], hasMore: false });
    expect(await find('media', { before: Number.MAX_SAFE_INTEGER })).toEqual({ seqs: [4, 3, 2, 1], hasMore: false });
    expect(await find('voice')).toEqual({ seqs: [5], hasMore: false });
    expect(await find('file')).toEqual({ seqs: [6], hasMore: false });
    expect(await find('link')).toEqual({ seqs: [9, 7], hasMore: false });
    expect((await world.bus.call(gallery, { kind: 'media' }, (await world.couple()).ada.caller)).messages).toEqual([]);
    expect((await world.bus.refusal(gallery, { kind: 'media' }, world.someone().caller)).code).toBe('NO_PARTNER');
  });

  it('shows a link of a caption among the links too, while its message has it', async () => {
    const say = async (content: string) => (await world.bus.call(sendMessage, { content }, couple.ada.caller)).message;
    await say('https://example.org'); // 1
    await send(couple.ada, media([photo()], { content: 'from https://example.org/beach' })); // 2
    const edited = await send(couple.ada, media([photo({ kind: 'file' })], { content: 'www.example.org/menu' })); // 3
    await say('https://example.org/last'); // 4
    await send(couple.ada, media([photo()], { content: 'the beach' })); // 5
    const gone = await send(couple.ada, media([photo()], { content: 'https://gone.example' })); // 6
    await world.bus.call(deleteMessage, { messageId: gone.message._id }, couple.ada.caller);
    expect(await find('link')).toEqual({ seqs: [4, 3, 2, 1], hasMore: false });
    expect(await find('link', { limit: 2 })).toEqual({ seqs: [4, 3], hasMore: true });
    expect(await find('link', { limit: 2, before: 3 })).toEqual({ seqs: [2, 1], hasMore: false });
    expect(await find('media')).toEqual({ seqs: [5, 2], hasMore: false });
    const dto = { messageId: edited.message._id, content: 'the menu' };
    await world.bus.call(editMessage, dto, couple.ada.caller);
    expect(await find('link')).toEqual({ seqs: [4, 2, 1], hasMore: false });
  });
});
