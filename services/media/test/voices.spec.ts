import { LIMITS, attachmentProcessed } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import { ObjectStore } from '../src/storage/object-store.js';
import { VoiceJobs } from '../src/voices/voice-jobs.service.js';
import { VoiceQueue } from '../src/voices/voice-queue.js';
import { VoiceWorker } from '../src/voices/voice-worker.js';
import {
  type MessagingPeers,
  TestCouple,
  bury,
  bytesOf,
  formOf,
  load,
  send,
  staged,
  startMessagingPeer,
  upload,
} from './couples.js';
import { longRecording, mp3, mp4, recording } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';
import type { S3Gate } from './s3-gate.js';

const clock = new TestClock();
let scene: MediaScene<MessagingPeers>;
let gate: S3Gate;
let media: RunningMedia;
let couple: TestCouple;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer, {}, clock);
  ({ media, gate } = scene);
  couple = await new TestCouple(media).link();
}, 60_000);

afterAll(() => scene.stop());

afterEach(() => {
  gate.mood = 'open';
});

const record = async (bytes = recording()): Promise<string> =>
  (await staged(media, couple.a._id, [{ name: 'voice.webm', bytes }], 'voice'))[0] ?? '';

const publishedResults = async (id: string) =>
  (await media.bus.events(attachmentProcessed)).filter(({ attachmentId }) => attachmentId === id);

const rawOf = async (id: string): Promise<string> =>
  (
    await media.rows<{ name: string }>(
      `SELECT payload->'raw'->>'name' AS name FROM jobs WHERE queue = 'voice' AND key = $1`,
      [id],
    )
  )[0]?.name ?? '';

const refusal = async (name: string, bytes: Buffer | string) =>
  (await upload(media, couple.a._id, formOf('voice', [{ name, bytes }]), '/attachments/voice')).code;

/** The paths of all boxes of an MP4. */
function boxesOf(file: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) names.push(file.toString('latin1', at + 4, at + 8));
  return names;
}

describe('a voice note', () => {
  it('is staged at once and converted after its message is sent', async () => {
    const { data } = await upload(
      media,
      couple.a._id,
      formOf('voice', [{ name: 'voice.webm', bytes: recording() }]),
      '/attachments/voice',
    );
    const [attachment] = data?.messages[0]?.attachments ?? [];
    const id = attachment?.id ?? '';
    expect(data?.messages).toHaveLength(1);
    expect(data?.messages[0]?.messageType).toBe('voice');
    expect(attachment).toMatchObject({ kind: 'voice', mimeType: 'audio/webm', waveform: [] });
    expect(attachment?.duration).toBeCloseTo(4, 1);
    expect((await load(media, couple.a._id, id)).status).toBe(404);
    expect(await publishedResults(id)).toEqual([]);
    const raw = await rawOf(id);

    await send(media, couple, [id]);
    await eventually(async () => expect(await publishedResults(id)).toHaveLength(1), 20_000);
    const [event] = await publishedResults(id);
    const response = await load(media, couple.b._id, id);
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-type')).toBe('audio/mp4');
    expect(event).toMatchObject({
      attachmentId: id,
      userId: couple.a._id,
      chatId: couple.id,
      status: 'ready',
      mimeType: 'audio/mp4',
      size: bytes.length,
    });
    expect(event?.duration).toBeCloseTo(4, 1);
    expect(boxesOf(bytes).filter((name) => name !== 'free')).toEqual(['ftyp', 'moov', 'mdat']);
    // AAC-LC: an MPEG-4 audio description whose decoder is object type 2.
    const descriptor = bytes.indexOf('esds');
    expect(bytes.indexOf('mp4a')).toBeLessThan(descriptor);
    const specific = bytes.indexOf(Buffer.from([0x05, 0x80, 0x80, 0x80]), descriptor);
    expect((bytes[specific + 5] ?? 0) >> 3).toBe(2);
    expect(bytes.includes('SecretPlace')).toBe(false);
    expect(await couple.bytes()).toBe(bytes.length);
    await eventually(async () => expect(await media.app.get(ObjectStore).open(raw)).toBeNull());

    const waveform = event?.waveform ?? [];
    expect(waveform).toHaveLength(LIMITS.waveformPeaks);
    expect(Math.max(...waveform)).toBe(1);
    expect(Math.max(...waveform.slice(0, 9))).toBeLessThan(0.2);
    expect(Math.min(...waveform.slice(11))).toBeGreaterThan(0.8);
  }, 40_000);

  it.each([
    ['MP4', 'voice.mp4', mp4],
    ['MP3', 'voice.mp3', mp3],
  ])(
    'may be recorded as %s',
    async (_who, name, make) => {
      const [id = ''] = await staged(media, couple.a._id, [{ name, bytes: make() }], 'voice');
      await send(media, couple, [id]);
      await eventually(
        async () => expect((await publishedResults(id))[0]).toMatchObject({ status: 'ready', mimeType: 'audio/mp4' }),
        20_000,
      );
    },
    40_000,
  );

  it('is rejected when it is no recording, too long, or not alone', async () => {
    expect(await refusal('a.txt', 'hello')).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refusal('a.png', await plain('png'))).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refusal('a.webm', 'hello')).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refusal('a.webm', '')).toBe('FILE_UNREADABLE');
    expect(await refusal('a.webm', recording().subarray(0, 300))).toBe('FILE_UNREADABLE');
    expect(await refusal('a.webm', longRecording(LIMITS.voiceSeconds + 10))).toBe('VOICE_TOO_LONG');
    const two = formOf(
      'voice',
      ['a', 'b'].map((name) => ({ name: `${name}.webm`, bytes: recording(1) })),
    );
    expect((await upload(media, couple.a._id, two, '/attachments/voice')).code).toBe('TOO_MANY_FILES');
    expect(
      (await upload(media, couple.a._id, formOf('other', [{ name: 'a.webm', bytes: 'x' }]), '/attachments/voice')).code,
    ).toBe('FILES_MISSING');
  }, 60_000);
});

describe('a voice note whose conversion fails', () => {
  it('is retried after a temporary failure, also by another process', async () => {
    const id = await record();
    gate.mood = 'failing';
    await send(media, couple, [id]);
    await eventually(async () =>
      expect(await media.rows("SELECT attempts FROM jobs WHERE queue = 'voice' AND key = $1", [id])).toEqual([
        { attempts: 1 },
      ]),
    );
    gate.mood = 'open';
    const { jobs } = media.app.get(VoiceQueue);
    // Claims the job as a worker that then dies; its late result is rejected.
    clock.forward(10 * 60_000);
    const dead = await eventually(async () => {
      const [job] = await jobs.claim(1);
      if (!job) throw new Error('not due yet');
      return job;
    });
    expect(await jobs.claim(1)).toEqual([]);
    clock.forward(3 * 60_000);
    media.app.get(VoiceWorker).kick();
    await eventually(async () => expect((await publishedResults(id))[0]).toMatchObject({ status: 'ready' }), 20_000);
    await jobs.retryLater(dead);
    await media.app.get(VoiceJobs).finish(dead, { object: dead.payload.raw, duration: 1, waveform: [] });
    expect(await publishedResults(id)).toHaveLength(1);
    expect((await load(media, couple.b._id, id)).status).toBe(200);
  }, 60_000);

  it('gets more attempts for an outage of S3 than for a bad recording', async () => {
    const id = await record();
    const attempts = async () =>
      (await media.rows<{ attempts: number }>("SELECT attempts FROM jobs WHERE queue = 'voice' AND key = $1", [id]))[0]
        ?.attempts;
    await media.rows("UPDATE jobs SET attempts = 8 WHERE queue = 'voice' AND key = $1", [id]);
    gate.mood = 'failing';
    await send(media, couple, [id]);
    await eventually(async () => expect(await attempts()).toBe(9));
    expect(await publishedResults(id)).toEqual([]);
    gate.mood = 'open';
    await eventually(async () => {
      await media.rows(
        `UPDATE jobs SET due_at = now() - interval '1 day' WHERE queue = 'voice' AND key = $1 AND attempts = 9`,
        [id],
      );
      media.app.get(VoiceWorker).kick();
      expect((await publishedResults(id))[0]).toMatchObject({ status: 'ready' });
    }, 20_000);
  }, 60_000);

  it('is given up when the recording itself fails, and its object is deleted', async () => {
    const before = await couple.bytes();
    const id = await record();
    // The wrong format makes the decoder fail.
    // The next attempt is the last.
    await media.rows(
      `UPDATE jobs SET attempts = 4, payload = payload || '{"format": "flac"}' WHERE queue = 'voice' AND key = $1`,
      [id],
    );
    await send(media, couple, [id]);
    await eventually(async () => expect((await publishedResults(id))[0]).toMatchObject({ status: 'failed' }), 30_000);
    expect((await load(media, couple.a._id, id)).status).toBe(404);
    expect(await couple.bytes()).toBe(before);
    expect(await media.rows("SELECT key FROM jobs WHERE queue = 'voice'")).toEqual([]);
  }, 60_000);

  it('is dropped when its message is deleted', async () => {
    const id = await record();
    const raw = await rawOf(id);
    await bury(media, couple, [id]);
    await eventually(async () => {
      expect(await media.rows('SELECT id FROM attachments WHERE id = $1', [id])).toEqual([]);
      expect(await media.app.get(ObjectStore).open(raw)).toBeNull();
    });
    expect(await publishedResults(id)).toEqual([]);
  });
});

describe('the transcript of a voice note', () => {
  it('is cleaned and passed on, and media stores nothing of it', async () => {
    const other = await new TestCouple(media).link();
    const say = (transcript: string) =>
      upload(
        media,
        other.a._id,
        formOf('voice', [{ name: 'voice.webm', bytes: recording() }], { transcript }),
        '/attachments/voice',
      );
    const { data } = await say('  I will be\n late\u0007 \u202etoday ');
    expect(data?.messages[0]?.attachments[0]?.transcript).toBe('I will be late today');
    expect(Object.keys(data ?? {})).toEqual(['chatId', 'messages']);
    expect((await say(' \u200b ')).data?.messages[0]?.attachments[0]).not.toHaveProperty('transcript');
    expect((await say('x'.repeat(LIMITS.transcriptLength + 1))).code).toBe('VALIDATION_FAILED');
    expect(
      (await say('日'.repeat(LIMITS.transcriptLength))).data?.messages[0]?.attachments[0]?.transcript,
    ).toHaveLength(LIMITS.transcriptLength);
    const [rows] = await media.rows<{ all: string }>(
      'SELECT concat((SELECT jsonb_agg(a) FROM attachments a), (SELECT jsonb_agg(j) FROM jobs j), (SELECT jsonb_agg(o) FROM outbox o)) AS all',
    );
    expect(rows?.all).not.toContain('late');
    expect(
      (await upload(media, other.a._id, formOf('files', [{ name: 'a.txt', bytes: 'x' }], { transcript: 'no' }))).code,
    ).toBe('VALIDATION_FAILED');
  });
});
