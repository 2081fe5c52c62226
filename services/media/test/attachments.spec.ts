import { randomUUID } from 'node:crypto';
import { type MediaLink, couplePurged, userDeleted } from '@duet/contracts';
import { TestClock, accessToken, eventually } from '@duet/testing';
import { AttachmentCollector } from '../src/attachments/attachment-collector.js';
import { AttachmentsService } from '../src/attachments/attachments.service.js';
import { ObjectStore } from '../src/storage/object-store.js';
import {
  type InUse,
  type MessagingPeers,
  TestCouple,
  bury,
  bytesOf,
  formOf,
  load,
  send,
  shared,
  staged,
  startMessagingPeer,
  textFile,
  upload,
} from './couples.js';
import { type MediaScene, startScene } from './media-scene.js';
import { type RunningMedia, keys, tokenOf } from './running-media.js';

const MINUTE = 60_000;
const ROOM = 2_000_000;

const clock = new TestClock();
let scene: MediaScene<MessagingPeers>;
let media: RunningMedia;
let inUse: InUse;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer, { COUPLE_BYTES: ROOM }, clock);
  ({
    media,
    peers: { inUse },
  } = scene);
}, 60_000);

afterAll(() => scene.stop());

const linked = (): Promise<TestCouple> => new TestCouple(media).link();

async function linksOf(userId: string, ids: string[], token = tokenOf(userId)): Promise<MediaLink[]> {
  const response = await fetch(`${media.url}/attachments/links`, {
    method: 'POST',
    body: JSON.stringify({ ids }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return ((await response.json()) as { data: { links: MediaLink[] } }).data.links;
}

const follow = ({ id, query }: MediaLink, variant = 'original', headers: Record<string, string> = {}) =>
  fetch(`${media.url}/attachments/${id}/${variant}?${query}`, { headers });

const objectsOf = async (id: string): Promise<string[]> =>
  (
    await media.rows<{ name: string }>(
      `SELECT DISTINCT value->>'name' AS name FROM attachments, jsonb_each(objects) WHERE id = $1`,
      [id],
    )
  ).map(({ name }) => name);

/** Expects neither rows nor objects nor queued deletions. */
async function goes(ids: string[], names: string[]): Promise<void> {
  await eventually(async () => {
    expect(await media.rows('SELECT id FROM attachments WHERE id = ANY($1)', [ids])).toEqual([]);
    expect(await media.rows("SELECT 1 FROM jobs WHERE queue = 'object-deletion' AND key = ANY($1)", [names])).toEqual(
      [],
    );
  });
  for (const name of names) expect(await media.app.get(ObjectStore).open(name)).toBeNull();
}

describe('the access to a file', () => {
  it('is granted to the sender at once, to the partner with the message, and to no other user', async () => {
    const [couple, others] = [await linked(), await linked()];
    const [id = ''] = await staged(media, couple.a._id, textFile());
    expect((await load(media, couple.a._id, id)).status).toBe(200);
    expect((await load(media, couple.b._id, id)).status).toBe(404);
    // The event of the message has not arrived yet, so media asks messaging.
    inUse.ids.add(id);
    expect((await load(media, couple.b._id, id)).status).toBe(200);
    for (const stranger of [others.a._id, others.b._id, randomUUID()]) {
      expect((await load(media, stranger, id)).status).toBe(404);
      expect(await linksOf(stranger, [id])).toEqual([]);
    }
    expect((await fetch(`${media.url}/attachments/${id}/original`)).status).toBe(404);
    expect((await load(media, couple.a._id, id, 'thumbnail')).status).toBe(404);
    expect((await load(media, couple.a._id, id, '..%2foriginal')).status).toBe(404);
    expect((await load(media, couple.a._id, 'no-id')).status).toBe(404);
  });

  it('ends with the couple, for tokens and for links, and returns with a relink', async () => {
    const couple = await linked();
    const id = await shared(media, couple);
    const [link] = await linksOf(couple.b._id, [id]);
    if (!link) throw new Error('no link');
    expect((await follow(link)).status).toBe(200);
    await couple.unlink();
    expect((await follow(link)).status).toBe(404);
    for (const member of couple.members) expect((await load(media, member, id)).status).toBe(404);
    expect(await linksOf(couple.b._id, [id])).toEqual([]);
    expect((await upload(media, couple.a._id, formOf('files', textFile()))).code).toBe('NO_PARTNER');
    await couple.link();
    expect((await follow(link)).status).toBe(200);
  });

  it('ends with the message', async () => {
    const couple = await linked();
    const id = await shared(media, couple);
    const names = await objectsOf(id);
    const [link] = await linksOf(couple.b._id, [id]);
    await bury(media, couple, [id]);
    await eventually(async () => expect(link && (await follow(link)).status).toBe(404));
    await goes([id], names);
    expect(await couple.bytes()).toBe(0);
  });
});

describe('a signed link', () => {
  it('is valid for five minutes, for one file, and only unchanged', async () => {
    const couple = await linked();
    const [id, other] = [await shared(media, couple), await shared(media, couple)];
    const sessionId = randomUUID();
    const [link] = await linksOf(couple.a._id, [id], accessToken(keys, { userId: couple.a._id, sessionId }));
    if (!link) throw new Error('no link');
    // The id of a session suffices to end it, and people pass links on.
    expect(link.query).not.toContain(sessionId);
    const { status, headers } = await follow(link);
    expect(status).toBe(200);
    expect(Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThanOrEqual(300);
    const query = new URLSearchParams(link.query);
    const changed = (name: string, value: string): MediaLink => {
      const made = new URLSearchParams(query);
      made.set(name, value);
      return { ...link, query: made.toString() };
    };
    const bad = [
      { ...link, id: other },
      changed('u', couple.b._id),
      changed('s', randomUUID()),
      changed('e', String(Number(query.get('e')) + 60)),
      changed('h', `${query.get('h')}A`),
      changed('h', 'A'.repeat(43)),
      { ...link, query: '' },
    ];
    for (const one of bad) expect((await follow(one)).status).toBe(404);
    clock.forward(5 * MINUTE);
    expect((await follow(link)).status).toBe(404);
  });
});

describe('the response to a download', () => {
  const CONTENT = '0123456789';

  it.each<[string, Record<string, string>, number, string, string | null]>([
    ['the whole file', {}, 200, CONTENT, null],
    ['a part', { range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    ['the end', { range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    ['a range that exceeds the end', { range: 'bytes=8-99' }, 206, '89', 'bytes 8-9/10'],
    ['a range after the end', { range: 'bytes=10-' }, 416, '', 'bytes */10'],
    ['two parts', { range: 'bytes=0-1,3-4' }, 200, CONTENT, null],
    ['an invalid range', { range: 'bytes=x' }, 200, CONTENT, null],
    ['a part of another version', { range: 'bytes=2-4', 'if-range': '"other"' }, 200, CONTENT, null],
  ])('has the requested bytes and headers for %s', async (_what, headers, status, body, contentRange) => {
    const couple = await linked();
    const response = await load(media, couple.a._id, await shared(media, couple, CONTENT), 'original', headers);
    expect({
      status: response.status,
      body: await response.text(),
      range: response.headers.get('content-range'),
    }).toEqual({ status, body, range: contentRange });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(body.length),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has no body for a matching ETag and for HEAD', async () => {
    const couple = await linked();
    const id = await shared(media, couple, CONTENT);
    const etag = (await load(media, couple.a._id, id)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await load(media, couple.a._id, id, 'original', { 'if-none-match': known });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await load(media, couple.a._id, id, 'original', { range: 'bytes=2-4', 'if-range': etag })).status).toBe(
      206,
    );
    const head = await fetch(`${media.url}/attachments/${id}/original`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` },
    });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '10', etag]);
  });
});

describe('the storage quota of a couple', () => {
  it('is never exceeded by concurrent uploads, and is freed by deletions', async () => {
    const couple = await linked();
    const one = ROOM / 4;
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        upload(media, couple.a._id, formOf('files', [{ name: 'a.bin', bytes: Buffer.alloc(one, 1) }])),
      ),
    );
    expect(outcomes.map(({ status, code }) => code ?? status).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 200),
      ...Array.from({ length: 4 }, () => 'QUOTA_EXCEEDED'),
    ]);
    expect(await couple.bytes()).toBe(ROOM);
    const ids = outcomes.flatMap(
      ({ data }) => data?.messages.flatMap(({ attachments }) => attachments.map(({ id }) => id)) ?? [],
    );
    await send(media, couple, ids);
    await bury(media, couple, ids);
    await eventually(async () => expect(await couple.bytes()).toBe(0));
    expect((await upload(media, couple.b._id, formOf('files', textFile()))).status).toBe(200);
  });
});

describe('the deletion of files', () => {
  it('removes staged files after a day, and no others', async () => {
    const couple = await linked();
    const [lost = '', late = '', known = ''] = [
      ...(await staged(media, couple.a._id, textFile())),
      ...(await staged(media, couple.a._id, textFile())),
      await shared(media, couple),
    ];
    const names = await objectsOf(lost);
    inUse.ids.add(late);
    const collector = media.app.get(AttachmentCollector);
    clock.forward(23 * 60 * MINUTE);
    await collector.collect();
    expect(await media.rows('SELECT id FROM attachments WHERE id = $1', [lost])).toHaveLength(1);
    clock.forward(61 * MINUTE);
    await collector.collect();
    await goes([lost], names);
    expect(await media.rows('SELECT sent FROM attachments WHERE id = ANY($1)', [[late, known]])).toEqual([
      { sent: true },
      { sent: true },
    ]);
  });

  it('removes discarded files at once, if they are the caller’s and staged', async () => {
    const couple = await linked();
    const [needless = ''] = await staged(media, couple.a._id, textFile());
    const known = await shared(media, couple);
    await media.app.get(AttachmentsService).discard(couple.b._id, [needless]);
    expect(await media.rows('SELECT id FROM attachments WHERE id = $1', [needless])).toHaveLength(1);
    await media.app.get(AttachmentsService).discard(couple.a._id, [needless, known]);
    expect(await media.rows('SELECT id FROM attachments WHERE couple_id = $1', [couple.id])).toEqual([{ id: known }]);
  });

  it('removes a deleted user’s files and keeps the partner’s', async () => {
    const couple = await linked();
    const id = await shared(media, couple);
    const [theirs = ''] = await staged(media, couple.b._id, textFile());
    const names = await objectsOf(id);
    await media.bus.publish(userDeleted, couple.a._id, { userId: couple.a._id });
    await goes([id], names);
    expect(await media.rows('SELECT id FROM attachments WHERE couple_id = $1', [couple.id])).toEqual([{ id: theirs }]);
    expect((await upload(media, couple.a._id, formOf('files', textFile()))).code).toBe('NO_PARTNER');
  });

  it('removes all files of a purged couple, but not before its unlink event', async () => {
    const couple = await linked();
    const id = await shared(media, couple);
    const names = await objectsOf(id);
    await media.bus.publish(couplePurged, couple.id, { coupleId: couple.id, members: couple.members, version: 2 });
    expect((await bytesOf(await load(media, couple.b._id, id))).toString()).toBe('x');
    await couple.unlink();
    await goes([id], names);
    await eventually(async () =>
      expect(await media.rows('SELECT id FROM couples WHERE id = $1', [couple.id])).toEqual([]),
    );
  });
});
