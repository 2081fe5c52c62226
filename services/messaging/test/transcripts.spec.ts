import { createHash, randomUUID } from 'node:crypto';
import {
  type AttachmentView,
  LIMITS,
  type MessageView,
  attachmentProcessed,
  deleteMessage,
  getConversation,
  getExportMessages,
  messageSent,
  searchMessages,
  sendMedia,
  sendMessage,
  setDisappearing,
  syncConversation,
  userDeleted,
} from '@duet/contracts';
import { accessToken, eventually } from '@duet/testing';
import { ExpiredMessageSweeper } from '../src/disappearing/expired-message-sweeper.js';
import { BLOCK, TRANSCRIPTS } from '../src/messages/word-block.queries.js';
import { WordIndexer } from '../src/messages/word-indexer.js';
import { WordsByTheSecondRule1764290001000 } from '../src/migrations/1764290001000-words-by-the-second-rule.js';
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

const HOUR = 3_600;

/** Sends a voice note, by default from Ada. */
async function record(
  transcript?: string,
  given: { who?: Someone; chatId?: string; clientMessageId?: string; sha256?: string } = {},
) {
  const {
    who = couple.ada,
    chatId = couple.chatId,
    clientMessageId = randomUUID(),
    sha256 = createHash('sha256').update(clientMessageId).digest('hex'),
  } = given;
  const attachment = {
    id: randomUUID(),
    kind: 'voice' as const,
    filename: 'voice-note.m4a',
    size: 900,
    mimeType: 'audio/webm',
    sha256,
    waveform: [],
    duration: 2,
    ...(transcript !== undefined && { transcript }),
  };
  return world.bus.call(
    sendMedia,
    { chatId, messageType: 'voice', attachments: [attachment], clientMessageId },
    who.caller,
  );
}

const page = async (who = couple.ben): Promise<MessageView[]> =>
  (await world.bus.call(getConversation, { limit: 100 }, who.caller)).messages;
const said = ({ attachments }: MessageView): string | undefined => attachments[0]?.transcript;
const find = async (q: string, who = couple.ben) =>
  (await world.bus.call(searchMessages, { q }, who.caller)).messages.map(({ _id }) => _id);
const rowsWith = (word: string) =>
  world.rows('SELECT 1 FROM attachments WHERE transcript ILIKE $1 OR transcript_words::text ILIKE $1', [`%${word}%`]);

describe('a transcript', () => {
  it('is part of its message in every read and in no event', async () => {
    const { message } = await record('I will be late, wait at the lighthouse');
    expect(said(message)).toBe('I will be late, wait at the lighthouse');
    expect((await page()).map(said)).toEqual([said(message)]);
    const { changes } = await world.bus.call(syncConversation, { after: 0 }, couple.ben.caller);
    expect(changes).toEqual([{ kind: 'message', rev: 1, message }]);
    await eventually(() => expect(world.bus.live(messageSent).map((change) => change.message)).toContainEqual(message));
    await eventually(async () =>
      expect((await world.bus.events(messageSent)).map(({ messageId }) => messageId)).toContain(message._id),
    );
    expect(JSON.stringify(await world.bus.events(messageSent))).not.toContain('lighthouse');
    expect(await world.rows(`SELECT 1 FROM outbox WHERE envelope::text LIKE '%lighthouse%'`)).toEqual([]);
  });

  it('survives the processing of its recording and is no part of the idempotency hash', async () => {
    const [clientMessageId, sha256] = [randomUUID(), 'a'.repeat(64)];
    const { message } = await record('as I said it', { clientMessageId, sha256 });
    const attachmentId = message.attachments[0]?.id ?? '';
    await world.bus.publish(attachmentProcessed, couple.chatId, {
      attachmentId,
      userId: couple.ada.id,
      chatId: couple.chatId,
      status: 'ready',
      mimeType: 'audio/mp4',
      size: 1_200,
      duration: 3,
      waveform: [1],
    });
    const attachment: Partial<AttachmentView> = { mimeType: 'audio/mp4', duration: 3, transcript: 'as I said it' };
    await eventually(async () => expect((await page())[0]?.attachments).toMatchObject([attachment]));
    const again = await record('as it was heard the second time', { clientMessageId, sha256 });
    expect([again.repeated, said(again.message)]).toEqual([true, 'as I said it']);
  });

  it('exists only where the client sent one with a voice note', async () => {
    expect((await record()).message.attachments[0]).not.toHaveProperty('transcript');
    const id = randomUUID();
    const picture = {
      id,
      kind: 'image' as const,
      filename: 'a.jpg',
      size: 1,
      mimeType: 'image/jpeg',
      sha256: id,
      transcript: 'not spoken',
    };
    const { message } = await world.bus.call(
      sendMedia,
      { chatId: couple.chatId, messageType: 'image', attachments: [picture], clientMessageId: randomUUID() },
      couple.ada.caller,
    );
    expect(message.attachments[0]).not.toHaveProperty('transcript');
    expect(await rowsWith('spoken')).toEqual([]);
    for (const transcript of ['', 'x'.repeat(LIMITS.transcriptLength + 1)])
      await expect(record(transcript)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is in both partners’ exports', async () => {
    await record('for the record');
    for (const who of [couple.ada, couple.ben]) {
      const token = accessToken(world.keys, { userId: who.id, sessionId: randomUUID() }, 60, 'export');
      const { messages } = await world.bus.call(getExportMessages, { chatId: couple.chatId, after: 0 }, { token });
      expect(messages.map(said)).toEqual(['for the record']);
    }
  });
});

describe('a search', () => {
  it('finds a transcript as it was said and by the beginnings of its parts', async () => {
    const { message } = await record('At 12.50 on 2026-05-03, write to anna@example.com and/or call');
    for (const q of ['12.50', '50', '2026-05-03', '05-0', 'anna@example.com', 'exam', 'and/or', 'or'])
      expect([q, await find(q)]).toEqual([q, [message._id]]);
  });

  it('finds transcripts of the previous build by their parts once their words are written anew', async () => {
    const { message } = await record('mail anna@example.com');
    await world.rows(
      `UPDATE attachments SET transcript_words = (SELECT string_agg(format('%L', right($1, 12) || word), ' ')::tsvector FROM unnest(ARRAY['mail', 'anna@example.com']) word)
       WHERE message_id = $2`,
      [couple.chatId, message._id],
    );
    expect([await find('mail anna'), await find('example')]).toEqual([[message._id], []]);
    await new WordsByTheSecondRule1764290001000().up({ query: (sql: string) => world.rows(sql) } as never);
    await world.rows('UPDATE jobs SET due_at = now() WHERE key = $1', [TRANSCRIPTS]);
    await world.replicas[0]?.get(WordIndexer, { strict: false }).noteSent([{ chatId: couple.chatId, seq: BLOCK }]);
    await eventually(async () => expect(await find('example')).toEqual([message._id]));
    expect(await find('anna@example.com')).toEqual([message._id]);
    await eventually(async () =>
      expect(await world.rows('SELECT FROM jobs WHERE key = $1', [TRANSCRIPTS])).toEqual([]),
    );
  });

  it('finds transcripts like texts, in order, and none of another couple', async () => {
    const others = await world.couple();
    await record('The night train to Lisbon', { who: others.ada, chatId: others.chatId });
    const spoken = (
      await record(`The night train to Lisbon leaves at nine. ${'x'.repeat(300)} And it's "quoted" \\ too`)
    ).message._id;
    const { message: written } = await world.bus.call(
      sendMessage,
      { content: 'Lisbon, by night train' },
      couple.ben.caller,
    );
    const { message: later } = await record('LISBON again, another train');
    expect(await find('lisb tra')).toEqual([later._id, written._id, spoken]);
    expect(await find('night nine')).toEqual([spoken]);
    expect(await find("it's quoted")).toEqual([spoken]);
    expect(await find('isbon')).toEqual([]);
    const { messages, hasMore } = await world.bus.call(
      searchMessages,
      { q: 'train', limit: 1, before: 3 },
      couple.ben.caller,
    );
    expect([messages.map(({ _id }) => _id), hasMore]).toEqual([[written._id], true]);
  });
});

describe('a transcript is erased', () => {
  it('when its message is deleted', async () => {
    const { message } = await record('umbrellas and raincoats');
    await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect([await find('umbrellas'), await rowsWith('umbrella'), (await page())[0]?.attachments]).toEqual([[], [], []]);
  });

  it('when its message disappears', async () => {
    await world.bus.call(setDisappearing, { seconds: HOUR }, couple.ada.caller);
    await record('evanescent thoughts');
    await world.rows(
      `UPDATE messages SET expires_at = now() - interval '1 second' WHERE conversation_id = $1 AND type = 'voice'`,
      [couple.chatId],
    );
    await world.replicas[0]?.get(ExpiredMessageSweeper, { strict: false }).sweep();
    await eventually(async () => expect(await rowsWith('evanescent')).toEqual([]));
  });

  it('when its speaker deletes the account', async () => {
    await record('canary words of somebody');
    await world.bus.publish(userDeleted, couple.ada.id, { userId: couple.ada.id });
    await eventually(async () => expect(await rowsWith('canary')).toEqual([]));
  });
});
