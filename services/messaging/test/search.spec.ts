import { createHash, randomUUID } from 'node:crypto';
import {
  type AttachmentKind,
  type SearchMessagesDto,
  deleteMessage,
  editMessage,
  findDay,
  hideMessage,
  searchMessages,
  sendMedia,
} from '@duet/contracts';
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

const find = async (q: string, more: { before?: number; limit?: number } = {}) => {
  const { messages, hasMore } = await world.bus.call(searchMessages, { q, ...more }, couple.ada.caller);
  return { texts: messages.map(({ content }) => content), hasMore };
};

describe('search', () => {
  it('finds words by prefix, in any order and case, newest first', async () => {
    await say(couple.ada, 'The train to Lisbon');
    await say(couple.ben, 'LISBON, by night train');
    await say(couple.ben, 'Nothing here');
    expect(await find('lisb tra')).toEqual({
      texts: ['LISBON, by night train', 'The train to Lisbon'],
      hasMore: false,
    });
    expect((await find('isbon')).texts).toEqual([]);
  });

  it.each(["it's & | ! :* (", '%_\\', '<->', "'; DROP TABLE messages; --"])('treats %j as text', async (q) => {
    await say(couple.ada, "it's a drop on the table of messages");
    expect((await find(q)).texts.length).toBeLessThanOrEqual(1);
  });

  it('pages by seq', async () => {
    for (let n = 1; n <= 5; n += 1) await say(couple.ada, `note ${n}`);
    expect(await find('note', { limit: 2 })).toEqual({ texts: ['note 5', 'note 4'], hasMore: true });
    expect(await find('note', { limit: 3, before: 4 })).toEqual({
      texts: ['note 3', 'note 2', 'note 1'],
      hasMore: false,
    });
  });

  it('follows edits and deletions', async () => {
    const [first, second] = [await say(couple.ada, 'umbrella'), await say(couple.ada, 'umbrella too')];
    await world.bus.call(editMessage, { messageId: first._id, content: 'raincoat' }, couple.ada.caller);
    await world.bus.call(deleteMessage, { messageId: second._id }, couple.ada.caller);
    expect((await find('umbrella')).texts).toEqual([]);
    expect((await find('raincoat')).texts).toEqual(['raincoat']);
  });

  it('finds words beside very long words, quotes and slashes', async () => {
    const odd = [`${'x'.repeat(2_040)} needle`, `${'y'.repeat(7_000)} thimble`, `O'Brien's "C:\\path\\" 'quoted' ''`];
    for (const content of odd) await say(couple.ada, content);
    expect((await find('needle')).texts).toEqual([odd[0]]);
    expect((await find('thimble')).texts).toEqual([odd[1]]);
    expect((await find(`brien's quoted`)).texts).toEqual([odd[2]]);
    expect((await find(`' & | ! :* \\`)).texts).toEqual([]);
  });

  it.each([
    ['24.12.2026', '24', '2026', '12 20'],
    ['2026-05-03', '05', '03', '2026 05'],
    ['12.50 €', '12', '50', '50€'],
    ['0171-5551234', '0171', '555', '0171/5551234'],
    ['+49 (171) 555-12 / -7', '49', '171', '-12'],
    ['anna@example.com', 'ann', 'exam', 'com'],
    ['booking.com', 'book', 'com'],
    ['https://www.youtube.com/watch?v=dQw4w9#top', 'youtube', 'youtube.com', 'watch', 'dqw', 'top', 'www'],
    ['and/or', 'or', 'and'],
    ['~/photos/lisbon_2026.tar.gz', 'lisb', '2026', 'tar', 'lisbon_2026.tar'],
    ['v1.2.3-beta and 12.5e3', 'v1', '1.2.3', 'beta', '12.5', '5e3'],
    ['well-known & <b>bold</b> &nbsp;', 'known', 'bold', 'nbsp', 'well-known'],
    ['„Lissabon“ – ja…', 'lissabon', 'ja', '–ja'],
    ['don’t', 'don', "don't", 'don’t'],
    ['❤️you 👨‍👩‍👧family', 'you', 'fam', '❤️ you'],
    ['東京。大阪、京都', '大阪', '京都'],
    ['नमस्ते-दुनिया', 'नमस्ते', 'दुनि'],
    ['a\u00a0no-break\u3000space\u200bzero', 'break', 'space', 'zero'],
  ])('finds %s as it was sent and by the beginnings of its parts', async (content, ...typed) => {
    await say(couple.ada, content);
    await say(couple.ben, `(${content}), as I said`);
    await say(couple.ben, 'Nothing here');
    const both = [`(${content}), as I said`, content];
    for (const q of [content, content.toUpperCase(), ...typed]) expect([q, (await find(q)).texts]).toEqual([q, both]);
  });

  it.each(['❤️', '——', '%_', "\\'", '\u200d\u200d'])('finds nothing for %j, which has no word', async (q) => {
    await say(couple.ada, `❤️ — 100 % \u200d_ ${q}`);
    expect((await find(q)).texts).toEqual([]);
  });

  it('finds no message of another couple', async () => {
    const others = await world.couple();
    await say(others.ada, 'secret lighthouse');
    expect((await find('lighthouse')).texts).toEqual([]);
  });
});

describe('a search with filters', () => {
  const hits = async (dto: Partial<SearchMessagesDto>) =>
    world.bus.call(searchMessages, { q: '', ...dto }, couple.ada.caller);
  const seqs = async (dto: Partial<SearchMessagesDto>) => (await hits(dto)).messages.map(({ seq }) => seq);
  const send = (...kinds: AttachmentKind[]) => sendWith('', ...kinds);
  const sendWith = async (content: string, ...kinds: AttachmentKind[]) => {
    const attachments = kinds.map((kind) => {
      const id = randomUUID();
      const sha256 = createHash('sha256').update(id).digest('hex');
      const transcript = kind === 'voice' ? { transcript: 'come by train' } : {};
      return { id, kind, filename: 'a', size: 1, mimeType: 'application/octet-stream', sha256, ...transcript };
    });
    const messageType = kinds[0] ?? 'file';
    const words = content === '' ? {} : { content };
    const dto = { chatId: couple.chatId, messageType, attachments, clientMessageId: randomUUID(), ...words };
    await world.bus.call(sendMedia, dto, couple.ben.caller);
  };

  /** 1 and 2: texts, 3: a link, 4: a photo, 5: a photo and a video, 6: a voice note, 7: a file. */
  beforeEach(async () => {
    await say(couple.ada, 'the train to Lisbon');
    await say(couple.ben, 'by night train');
    await say(couple.ada, 'train tickets: https://example.org');
    await send('image');
    await send('image', 'video');
    await send('voice');
    await send('file');
  });

  it('finds by kind', async () => {
    const found = { text: [3, 2, 1], photo: [5, 4], video: [5], voice: [6], file: [7], link: [3] } as const;
    for (const [kind, expected] of Object.entries(found))
      expect([kind, await seqs({ kind: kind as keyof typeof found })]).toEqual([kind, expected]);
  });

  it('finds the link of a caption, with and without words', async () => {
    await sendWith('the train at https://example.org/dawn', 'image');
    expect(await seqs({ kind: 'link' })).toEqual([8, 3]);
    expect(await seqs({ q: 'train', kind: 'link' })).toEqual([8, 3]);
    expect(await seqs({ q: 'train', kind: 'photo' })).toEqual([8]);
    expect(await seqs({ kind: 'link', from: 'partner' })).toEqual([8]);
  });

  it('finds by sender, with and without words', async () => {
    expect(await seqs({ from: 'me' })).toEqual([3, 1]);
    expect(await seqs({ from: 'partner' })).toEqual([7, 6, 5, 4, 2]);
    expect(await seqs({ q: 'train', from: 'partner' })).toEqual([6, 2]);
    expect(await seqs({ q: 'train', kind: 'voice' })).toEqual([6]);
    expect(await seqs({ q: 'train', kind: 'link' })).toEqual([3]);
    expect(await seqs({ q: '--', from: 'me' })).toEqual([]);
  });

  it('finds by days of the couple’s zone, both included', async () => {
    const at = (seq: number, time: string) =>
      world.rows('UPDATE messages SET created_at = $3 WHERE conversation_id = $1 AND seq = $2', [
        couple.chatId,
        seq,
        time,
      ]);
    await at(1, '2026-03-01T22:30:00Z');
    await at(2, '2026-03-01T23:30:00Z');
    await at(3, '2026-03-02T22:59:00Z');
    const timezone = 'Europe/Berlin';
    expect(await seqs({ since: '2026-03-02', until: '2026-03-02', timezone })).toEqual([3, 2]);
    expect(await seqs({ until: '2026-03-01', timezone })).toEqual([1]);
    expect(await seqs({ q: 'train', since: '2026-03-02', timezone })).toEqual([6, 3, 2]);
    expect(await seqs({ since: '2199-01-01', timezone })).toEqual([]);
    const day = async (of: string) => (await world.bus.call(findDay, { day: of, timezone }, couple.ada.caller)).seq;
    expect([await day('2026-02-01'), await day('2026-03-02'), await day('2199-01-01')]).toEqual([1, 2, null]);
  });

  it('counts and pages', async () => {
    const first = await hits({ from: 'partner', limit: 2 });
    expect(first).toMatchObject({ hasMore: true, nextCursor: '6', total: 5 });
    const second = await hits({ from: 'partner', limit: 3, cursor: Number(first.nextCursor) });
    expect(second).toMatchObject({ hasMore: false, nextCursor: null, total: null });
    expect(second.messages.map(({ seq }) => seq)).toEqual([5, 4, 2]);
  });

  it('leaves out what is deleted, for both or for oneself, and what has disappeared', async () => {
    const [third] = (await hits({ kind: 'link' })).messages;
    await world.bus.call(hideMessage, { messageId: third?._id ?? '' }, couple.ada.caller);
    await world.rows(
      "UPDATE messages SET expires_at = now() - interval '1 second' WHERE conversation_id = $1 AND seq = 2",
      [couple.chatId],
    );
    expect(await seqs({ kind: 'text' })).toEqual([1]);
    expect(await seqs({ q: 'train' })).toEqual([6, 1]);
    expect(await seqs({ kind: 'link' })).toEqual([]);
  });

  it.each([
    {},
    { q: 'a' },
    { q: 'a', from: 'me' },
    { from: 'someone' },
    { kind: 'notice' },
    { since: '2026-02-30' },
    { since: '2026-03-02', until: '2026-03-01' },
    { kind: 'text', cursor: 0 },
    { q: 'x'.repeat(101) },
    { q: 5, kind: 'text' },
  ])('refuses %j', async (dto) => {
    const refused = await world.bus.refusal(searchMessages, dto as SearchMessagesDto, couple.ada.caller);
    expect(refused.code).toBe('VALIDATION_FAILED');
  });
});
