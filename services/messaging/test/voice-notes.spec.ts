import {
  type AttachmentProcessed,
  attachmentPath,
  attachmentProcessed,
  deleteMessage,
  markPlayed,
  sendMessage,
  voiceUpdated,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { mediaCalls } from './media-calls.js';
import { voice } from './staged-files.js';
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

const processed = ({ id }: { id: string }, given: Partial<AttachmentProcessed> = {}): AttachmentProcessed => ({
  attachmentId: id,
  userId: couple.ada.id,
  chatId: couple.chatId,
  status: 'ready',
  mimeType: 'audio/mp4',
  size: 1200,
  duration: 3.25,
  waveform: [0, 0.5, 1],
  ...given,
});

const publish = (event: AttachmentProcessed) => world.bus.publish(attachmentProcessed, event.chatId, event);
const earlyResults = (id: string) => world.rows('SELECT 1 FROM early_voice_results WHERE attachment_id = $1', [id]);

describe('a voice note', () => {
  it('appears at once, becomes ready and keeps its id and URL', async () => {
    const note = voice();
    const { message } = await send(couple.ada, media([note]));
    expect(message).toMatchObject({
      messageType: 'voice',
      voiceStatus: 'processing',
      attachments: [{ id: note.id, mimeType: 'audio/webm' }],
    });
    await publish(processed(note));
    const change = await eventually(() => {
      const [found] = world.bus.live(voiceUpdated).filter(({ chatId }) => chatId === couple.chatId);
      if (!found) throw new Error('not yet');
      return found;
    });
    const attachments = [
      {
        id: note.id,
        kind: 'voice',
        filename: 'voice.webm',
        size: 1200,
        mimeType: 'audio/mp4',
        url: attachmentPath(note.id),
        duration: 3.25,
        waveform: [0, 0.5, 1],
      },
    ];
    expect(change).toEqual({
      chatId: couple.chatId,
      rev: 2,
      actorId: couple.ada.id,
      message: { ...message, rev: 2, voiceStatus: 'ready', attachments },
    });
    expect(await fresh()).toEqual([change.message]);
    // A repeated event changes nothing.
    await publish(processed(note));
    await publish(processed(note, { status: 'failed' }));
    const later = voice();
    await send(couple.ada, media([later]));
    await publish(processed(later, { status: 'failed' }));
    await eventually(async () =>
      expect((await fresh()).map(({ voiceStatus, rev }) => [voiceStatus, rev])).toEqual([
        ['ready', 2],
        ['failed', 4],
      ]),
    );
    // A second attempt may succeed.
    await publish(processed(later));
    await eventually(async () =>
      expect((await fresh()).map(({ voiceStatus, rev }) => [voiceStatus, rev])).toEqual([
        ['ready', 2],
        ['ready', 5],
      ]),
    );
  });

  it('is ready from the start when its result arrived before its message', async () => {
    const note = voice();
    await publish(processed(note));
    await eventually(async () => expect(await earlyResults(note.id)).toHaveLength(1));
    const { message } = await send(couple.ada, media([note]));
    expect(message).toMatchObject({
      rev: 1,
      voiceStatus: 'ready',
      attachments: [{ mimeType: 'audio/mp4', duration: 3.25 }],
    });
    expect(await fresh()).toEqual([message]);
    expect(await earlyResults(note.id)).toEqual([]);
  });

  it('stays deleted when its result arrives late, and that result is deleted after a day', async () => {
    const note = voice();
    const { message } = await send(couple.ada, media([note]));
    const deleted = await world.bus.call(deleteMessage, { messageId: message._id }, couple.ada.caller);
    expect(deleted.voiceStatus).toBeNull();
    await publish(processed(note));
    await eventually(async () => expect(await earlyResults(note.id)).toHaveLength(1));
    expect(await fresh()).toEqual([deleted]);
    await world.rows(
      `UPDATE early_voice_results SET created_at = now() - interval '25 hours' WHERE attachment_id = $1`,
      [note.id],
    );
    await publish(processed(voice()));
    await eventually(async () => expect(await earlyResults(note.id)).toEqual([]));
  });

  it('becomes ready in an ended conversation too, because the couple may relink', async () => {
    const note = voice();
    await send(couple.ada, media([note]));
    const ended = await world.unlink(couple);
    await publish(processed(note));
    await eventually(async () =>
      expect(await world.rows('SELECT voice_status FROM messages WHERE conversation_id = $1', [couple.chatId])).toEqual(
        [{ voice_status: 'ready' }],
      ),
    );
    await world.link(ended);
    expect(await fresh()).toMatchObject([{ voiceStatus: 'ready', rev: 2 }]);
  });

  it('is marked as played once, and only by its receiver', async () => {
    const note = voice();
    const { message } = await send(couple.ada, media([note]));
    const played = (who: Someone) => world.bus.call(markPlayed, { messageId: message._id }, who.caller);
    expect(await played(couple.ben)).toEqual(message);
    await publish(processed(note));
    await eventually(async () => expect(await fresh()).toMatchObject([{ voiceStatus: 'ready' }]));
    expect((await played(couple.ada)).voiceStatus).toBe('ready');
    const first = await played(couple.ben);
    expect(first).toMatchObject({ voiceStatus: 'played', rev: 3 });
    expect(await played(couple.ben)).toEqual(first);
    await eventually(() =>
      expect(world.bus.live(voiceUpdated)).toContainEqual({
        chatId: couple.chatId,
        rev: 3,
        actorId: couple.ben.id,
        message: first,
      }),
    );
    await publish(processed(note));
    const text = await world.bus.call(sendMessage, { content: 'text' }, couple.ada.caller);
    const refusal = async (who: Someone, messageId: string) =>
      (await world.bus.refusal(markPlayed, { messageId }, who.caller)).code;
    expect(await refusal(couple.ben, text.message._id)).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal((await world.couple()).ada, message._id)).toBe('MESSAGE_NOT_FOUND');
    expect(await refusal(world.someone(), message._id)).toBe('NO_PARTNER');
    expect((await fresh())[0]).toEqual(first);
  });
});
