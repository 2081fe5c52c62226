import { randomUUID } from 'node:crypto';
import { type FileOwnerType, LIMITS, type StorageUse } from '@duet/contracts';
import { TestCouple, type MessagingPeers, send, staged, stagedFor, startMessagingPeer } from './couples.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, plain } from './pictures.js';
import { type RunningMedia, tokenOf } from './running-media.js';

let scene: MediaScene<MessagingPeers>;
let media: RunningMedia;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer);
  ({ media } = scene);
  allowDecoding();
}, 60_000);

afterAll(() => scene.stop());

const STEP = LIMITS.storageStep;

async function ask(userId?: string): Promise<{ status: number; data?: StorageUse; code?: string }> {
  const headers = userId === undefined ? {} : { authorization: `Bearer ${tokenOf(userId)}` };
  const response = await fetch(`${media.url}/storage-use`, { headers });
  return { status: response.status, ...((await response.json()) as { data?: StorageUse; code?: string }) };
}

/** A stored file that counts this many bytes: real uploads are smaller than a step. @returns its id */
async function store(couple: TestCouple, by: string, bytes: number, type?: FileOwnerType): Promise<string> {
  const file = { name: 'a.jpg', bytes: await plain('jpeg') };
  const id = type ? await stagedFor(media, by, randomUUID(), file, type) : ((await staged(media, by, [file]))[0] ?? '');
  if (!type) await send(media, couple, [id]);
  await media.rows('UPDATE attachments SET bytes = $2 WHERE id = $1', [id, bytes]);
  return id;
}

describe('the use of a couple’s storage', () => {
  it('counts own files exactly, by what they belong to, and those of the partner in steps', async () => {
    const couple = await new TestCouple(media).link();
    const [ada, bob] = couple.members;
    const none = { messages: 0, memories: 0, challenges: 0, stories: 0 };
    expect(await ask(ada)).toMatchObject({ data: { quota: LIMITS.coupleBytes, used: 0, ...none } });
    await store(couple, ada, 1);
    await store(couple, ada, 20, 'capsule');
    await store(couple, ada, 300, 'challenge');
    await store(couple, ada, 4_000, 'story');
    const own = { messages: 1, memories: 20, challenges: 300, stories: 4_000 };
    expect(await ask(ada)).toMatchObject({ status: 200, data: { used: 4_321, ...own } });
    expect(await ask(bob)).toMatchObject({ data: { used: 0, ...none } });
    await store(couple, bob, 2 * STEP + 7, 'capsule');
    expect((await ask(ada)).data).toEqual({
      quota: LIMITS.coupleBytes,
      used: 4_321 + 2 * STEP,
      ...own,
      memories: 20 + 2 * STEP,
    });
    expect((await ask(bob)).data).toMatchObject({ used: 2 * STEP + 7, memories: 2 * STEP + 7 });
  });

  it('does not change with a smaller file of the partner, whatever the viewer adds', async () => {
    const couple = await new TestCouple(media).link();
    const [ada, bob] = couple.members;
    const own = await store(couple, ada, STEP - 1, 'capsule');
    const before = await ask(ada);
    await store(couple, bob, STEP - 1, 'capsule');
    expect(await ask(ada)).toEqual(before);
    for (const bytes of [1, STEP / 2, STEP, STEP + 1]) {
      await media.rows('UPDATE attachments SET bytes = $2 WHERE id = $1', [own, bytes]);
      expect((await ask(ada)).data).toMatchObject({ used: bytes, memories: bytes });
    }
  });

  it('is read by the two alone, while they are linked', async () => {
    const couple = await new TestCouple(media).link();
    const [ada] = couple.members;
    const other = await new TestCouple(media).link();
    await store(couple, ada, 5);
    expect((await ask(other.a._id)).data?.used).toBe(0);
    expect(await ask(randomUUID())).toMatchObject({ status: 403, code: 'NO_PARTNER' });
    expect(await ask()).toMatchObject({ status: 401 });
    await couple.unlink();
    expect(await ask(ada)).toMatchObject({ status: 403, code: 'NO_PARTNER' });
  });
});
