import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachmentProcessed } from '@duet/contracts';
import { eventually, s3 } from '@duet/testing';
import type { AddressInfo } from 'node:net';
import { DoomedObjects } from '../src/storage/doomed-objects.service.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { VoiceWorker } from '../src/voices/voice-worker.js';
import { TestCouple, formOf, load, send, staged } from './couples.js';
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
  // What voice notes become is the others' work here.
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The built process beside the one under test, on the same stores; its S3 stands behind the gate. */
async function another(): Promise<{ url: string; kill: () => Promise<void> }> {
  const port = await freePort();
  const env = { ...media.config, PORT: port, OPS_PORT: await freePort(), S3_ENDPOINT: gate.endpoint, UPLOAD_DIR: folder, PATH: process.env['PATH'] };
  const child = spawn(process.execPath, [MAIN], { env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))), stdio: 'ignore' });
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

describe('kill -9', () => {
  it('in the middle of an upload leaves no row, and objects that are collected', async () => {
    const dying = await another();
    gate.mood = 'mute';
    const form = formOf('files', [{ name: 'a.txt', bytes: 'hello' }]);
    const answer = fetch(`${dying.url}/attachments`, { method: 'POST', body: form, headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` } }).catch(() => null);
    const [doomed] = await eventually(async () => {
      const rows = await media.rows<{ name: string }>('SELECT name FROM doomed_objects');
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(readdirSync(folder)).toHaveLength(1);
    await dying.kill();
    expect(await answer).toBeNull();
    // As if the object itself had come through.
    await media.app.get(ObjectStore).put(doomed?.name ?? '', Buffer.from('hello'), 'text/plain');
    expect(await media.rows('SELECT id FROM attachments')).toEqual([]);
    expect(await couple.bytes()).toBe(0);
    await media.rows('UPDATE doomed_objects SET due_at = now()');
    media.app.get(DoomedObjects).kick();
    await eventually(async () => expect(await media.app.get(ObjectStore).open(doomed?.name ?? '')).toBeNull());
  }, 60_000);

  it('in the middle of a voice note leaves it to the next, which finishes it', async () => {
    const [id = ''] = await staged(media, couple.a._id, [{ name: 'voice.webm', bytes: recording() }], 'voice');
    const dying = await another();
    gate.mood = 'mute';
    await send(media, couple, [id]);
    await eventually(async () => expect(await media.rows('SELECT attempts FROM voice_jobs')).toEqual([{ attempts: 1 }]), 15_000);
    await dying.kill();
    gate.mood = 'open';
    expect(await media.bus.facts(attachmentProcessed)).toEqual([]);
    // Its lease has run out.
    await media.rows('UPDATE voice_jobs SET next_attempt_at = now()');
    const next = await another();
    await eventually(async () => expect(await media.bus.facts(attachmentProcessed)).toMatchObject([{ attachmentId: id, status: 'ready' }]), 30_000);
    expect((await load(media, couple.a._id, id)).status).toBe(200);
    await next.kill();
  }, 90_000);
});
