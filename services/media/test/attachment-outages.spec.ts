import { ObjectStore } from '../src/storage/object-store.js';
import {
  type MessagingPeers,
  TestCouple,
  formOf,
  load,
  shared,
  startMessagingPeer,
  textFile,
  upload,
} from './couples.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';
import type { S3Gate } from './s3-gate.js';

let scene: MediaScene<MessagingPeers>;
let gate: S3Gate;
let media: RunningMedia;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer);
  ({ media, gate } = scene);
}, 60_000);

afterAll(() => scene.stop());

afterEach(() => {
  gate.mood = 'open';
});

describe('an upload while S3 cannot store', () => {
  it.each(['down', 'failing', 'forgetful', 'garbling', 'cutting', 'mute'] as const)(
    'fails with 503 and leaves nothing (%s)',
    async (mood) => {
      const couple = await new TestCouple(media).link();
      gate.mood = mood;
      const files = [{ name: 'a.png', bytes: await plain('png') }, ...textFile()];
      expect(await upload(media, couple.a._id, formOf('files', files))).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
      });
      expect(await couple.bytes()).toBe(0);
      expect(media.onDisk()).toEqual([]);
      gate.mood = 'open';
      // A deletion under way has to time out first.
      await deleteQueuedObjects(media, 25_000);
      expect((await upload(media, couple.a._id, formOf('files', files))).status).toBe(200);
    },
    50_000,
  );
});

describe('an upload that S3 stores too late', () => {
  it('fails, begins nothing more, and its objects are deleted once they are there', async () => {
    const couple = await new TestCouple(media).link();
    gate.mood = 'late';
    gate.puts = 0;
    const picture = await plain('png');
    const files = Array.from({ length: 5 }, (_, index) => ({ name: `${index}.png`, bytes: picture }));
    expect(await upload(media, couple.a._id, formOf('files', files))).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
    });
    const queued = await media.rows<{ name: string }>("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'");
    expect(queued.length).toBeGreaterThan(gate.puts);
    await gate.release();
    await deleteQueuedObjects(media, 25_000);
    for (const { name } of queued) expect(await media.app.get(ObjectStore).open(name)).toBeNull();
  }, 50_000);
});

describe('a download while S3 cannot be read', () => {
  it.each(['down', 'failing'] as const)('fails with 503 (%s)', async (mood) => {
    const couple = await new TestCouple(media).link();
    const id = await shared(media, couple);
    gate.mood = mood;
    const response = await load(media, couple.b._id, id);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    expect(response.headers.get('content-disposition')).toBeNull();
  });
});
