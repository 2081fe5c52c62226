import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { attachmentProcessed } from '@duet/contracts';
import { eventually, freePort, s3 } from '@duet/testing';
import { ObjectStore } from '../src/storage/object-store.js';
import { VoiceWorker } from '../src/voices/voice-worker.js';
import { TestCouple, formOf, load, send, staged } from './couples.js';
import { deleteQueuedObjects, makeJobsDue } from './due-jobs.js';
import { recording } from './films.js';
import { RunningMedia, tokenOf } from './running-media.js';
import { S3Gate } from './s3-gate.js';

const MAIN = join(import.meta.dirname, '..', 'dist', 'main.js');

let gate: S3Gate;
let media: RunningMedia;
let couple: TestCouple;
const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'duet-media-crash-'));

beforeAll(async () => {
  gate = await S3Gate.before(s3().endpoint);
  media = await RunningMedia.start();
  // Only the child processes convert recordings.
  await media.app.get(VoiceWorker).onModuleDestroy();
  couple = await new TestCouple(media).link();
}, 60_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await media.stop();
  await gate.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => {
  gate.mood = 'open';
});

/** Starts the built process on the same stores; the gate is in front of its S3. */
async function another(): Promise<{ url: string; kill: () => Promise<void> }> {
  const port = await freePort();
  const env = {
    ...media.config,
    PORT: port,
    OPS_PORT: await freePort(),
    S3_ENDPOINT: gate.endpoint,
    UPLOAD_DIR: folder,
    PATH: process.env['PATH'],
  };
  const child = spawn(process.execPath, [MAIN], {
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    stdio: 'ignore',
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/nowhere`)).status).toBe(404), 30_000);
  const ended = once(child, 'exit');
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('a killed process', () => {
  it('leaves no row of an upload, its objects are deleted, and the next process removes its files', async () => {
    const dying = await another();
    gate.mood = 'mute';
    const form = formOf('files', [{ name: 'a.txt', bytes: 'hello' }]);
    const answer = fetch(`${dying.url}/attachments`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` },
    }).catch(() => null);
    const [queued] = await eventually(async () => {
      const rows = await media.rows<{ name: string }>("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'");
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(readdirSync(folder)).toHaveLength(1);
    await dying.kill();
    expect(await answer).toBeNull();
    // Stores the object in place of the killed process.
    await media.app.get(ObjectStore).put(queued?.name ?? '', Readable.from([Buffer.from('hello')]), 5);
    expect(await media.rows('SELECT id FROM attachments')).toEqual([]);
    expect(await couple.bytes()).toBe(0);
    await deleteQueuedObjects(media);
    expect(await media.app.get(ObjectStore).open(queued?.name ?? '')).toBeNull();
    expect(readdirSync(folder)).toHaveLength(1);
    const next = await another();
    expect(readdirSync(folder)).toEqual([]);
    await next.kill();
  }, 90_000);

  it('leaves its voice job to another process, which finishes it', async () => {
    const [id = ''] = await staged(media, couple.a._id, [{ name: 'voice.webm', bytes: recording() }], 'voice');
    const dying = await another();
    gate.mood = 'mute';
    await send(media, couple, [id]);
    await eventually(
      async () =>
        expect(await media.rows("SELECT attempts FROM jobs WHERE queue = 'voice'")).toEqual([{ attempts: 1 }]),
      15_000,
    );
    await dying.kill();
    gate.mood = 'open';
    expect(await media.bus.events(attachmentProcessed)).toEqual([]);
    // Lets the dead worker's lease expire.
    await makeJobsDue(media, 'voice');
    const next = await another();
    await eventually(
      async () =>
        expect(await media.bus.events(attachmentProcessed)).toMatchObject([{ attachmentId: id, status: 'ready' }]),
      30_000,
    );
    expect((await load(media, couple.a._id, id)).status).toBe(200);
    await next.kill();
  }, 90_000);
});
