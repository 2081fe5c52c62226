import { randomUUID } from 'node:crypto';
import {
  attachmentPath,
  couplePurged,
  messageDeleted,
  messageSent,
  previewDropped,
  previewMade,
  previewWanted,
  userDeleted,
} from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import sharp from 'sharp';
import { ObjectStore } from '../src/storage/object-store.js';
import { type InUse, TestCouple, bytesOf, load } from './couples.js';
import { MINUTE, type PreviewScene, type Sent, type Site, card, previewCalls, startPreviews } from './preview-scene.js';
import { RunningMedia } from './running-media.js';

const clock = new TestClock();
let previews: PreviewScene;
let media: RunningMedia;
let inUse: InUse;
let site: Site;

beforeAll(async () => {
  previews = await startPreviews(clock);
  ({ media, inUse, site } = previews);
}, 60_000);

afterAll(() => previews.stop());

const { say, linked, jobs, publishedPreviews, found, outcomes } = previewCalls(() => previews);

describe('a link', () => {
  it('gets a preview with its own address and a small re-encoded picture', async () => {
    const couple = await linked();
    const url = site.html(
      '/story?id=1',
      card(
        '<meta property="og:image" content="/picture.jpg"><link rel="canonical" href="https://elsewhere.example/"><meta property="og:url" content="https://elsewhere.example/">',
      ),
    );
    const sent = await say(url, couple);
    const preview = await found(sent);
    const image = preview.image;
    expect(preview).toEqual({
      url,
      siteName: 'The Site',
      title: 'A page',
      description: 'Its words',
      image: expect.objectContaining({
        width: 480,
        height: 640,
        blur: expect.stringMatching(/^data:image\/webp;base64,/),
      }),
    });
    expect(image?.url).toBe(attachmentPath(image?.id ?? ''));
    inUse.ids.add(image?.id ?? '');
    const shown = await load(media, couple.b._id, image?.id ?? '');
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const bytes = await bytesOf(shown);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 640 });
    expect(bytes.toString('latin1')).not.toMatch(/SecretCamera|GPS/);
    expect(await couple.bytes()).toBe(bytes.length);
    const stranger = await linked();
    expect((await load(media, stranger.a._id, image?.id ?? '')).status).toBe(404);
    expect(await jobs(sent)).toEqual([]);
  });

  it('is fetched once for repeated events', async () => {
    const couple = await linked();
    const sent = await say(site.html('/once', card()), couple);
    const preview = await found(sent);
    expect(preview).not.toHaveProperty('image');
    inUse.links.delete(sent.messageId);
    const event = {
      chatId: couple.id,
      rev: 1,
      actorId: couple.a._id,
      messageId: sent.messageId,
      attachmentIds: [],
      linked: true as const,
    };
    await media.bus.publish(messageSent, couple.id, event);
    const after = await say(site.html('/after', card()), couple);
    await found(after);
    await eventually(async () => expect(await jobs(sent)).toEqual([]));
    expect(site.count('/once')).toBe(1);
    expect(await publishedPreviews(sent)).toHaveLength(1);
  });

  it('that the event does not announce gets no preview', async () => {
    const couple = await linked();
    const messageId = randomUUID();
    inUse.links.set(messageId, site.html('/unsaid', card()));
    await media.bus.publish(messageSent, couple.id, {
      chatId: couple.id,
      rev: 1,
      actorId: couple.a._id,
      messageId,
      attachmentIds: [],
    });
    await found(await say(site.html('/said', card()), couple));
    expect(site.count('/unsaid')).toBe(0);
  });

  it('that an edit replaces publishes no preview', async () => {
    const couple = await linked();
    let release: () => void = () => undefined;
    site.pages.set('/slow', (_request, response) => {
      release = () => void response.writeHead(200, { 'content-type': 'text/html' }).end(card());
    });
    const sent = await say(`${site.url}/slow`, couple);
    await eventually(() => expect(site.count('/slow')).toBe(1));
    inUse.links.set(sent.messageId, site.html('/edited', '<title>After the edit</title>'));
    await media.bus.publish(previewWanted, couple.id, {
      chatId: couple.id,
      messageId: sent.messageId,
      actorId: couple.a._id,
    });
    const preview = await found(sent);
    release();
    expect(preview).toMatchObject({ title: 'After the edit', siteName: '127.0.0.1', description: null });
    await found(await say(site.html('/later', card()), couple));
    expect(await publishedPreviews(sent)).toHaveLength(1);
  });

  it('of a message that is deleted during the request leaves nothing', async () => {
    const couple = await linked();
    let release: () => void = () => undefined;
    site.pages.set('/doomed.png', (_request, response) => {
      release = () =>
        void sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
          .png()
          .toBuffer()
          .then((bytes) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes));
    });
    const lost = async (): Promise<number> => Number(/outcome="lost"\} (\d+)/.exec(await outcomes())?.[1] ?? 0);
    const before = await lost();
    const sent = await say(site.html('/doomed', card('<meta property="og:image" content="/doomed.png">')), couple);
    await eventually(() => expect(site.count('/doomed.png')).toBe(1));
    await media.bus.publish(messageDeleted, couple.id, {
      chatId: couple.id,
      rev: 2,
      actorId: couple.a._id,
      messageId: sent.messageId,
      attachmentIds: [],
    });
    await eventually(async () => expect(await jobs(sent)).toEqual([]));
    release();
    // No row refers to the picture, and its deletion is queued.
    await eventually(async () =>
      expect(
        await media.rows(`SELECT 1 FROM jobs WHERE queue = 'object-deletion' AND key LIKE 'attachment-%'`),
      ).toHaveLength(1),
    );
    await eventually(async () => expect(await lost()).toBe(before + 1));
    expect(await publishedPreviews(sent)).toEqual([]);
    expect(await couple.bytes()).toBe(0);
    expect(await media.rows('SELECT 1 FROM attachments WHERE couple_id = $1', [couple.id])).toEqual([]);
  });
});

describe('the deletion of previews', () => {
  const objectOf = async (id: string): Promise<string> =>
    (
      await media.rows<{ name: string }>(`SELECT objects->'original'->>'name' AS name FROM attachments WHERE id = $1`, [
        id,
      ])
    )[0]?.name ?? '';
  const stored = async (name: string): Promise<boolean> => {
    const object = await media.app.get(ObjectStore).open(name);
    object?.destroy();
    return object !== null;
  };
  const pictured = async (couple: TestCouple): Promise<{ sent: Sent; id: string; name: string }> => {
    const sent = await say(
      site.html(`/${randomUUID()}`, card('<meta property="og:image" content="/picture.jpg">')),
      couple,
    );
    const id = (await found(sent)).image?.id ?? '';
    return { sent, id, name: await objectOf(id) };
  };

  it('removes the picture with the preview and with the message', async () => {
    const couple = await linked();
    const [taken, deleted] = [await pictured(couple), await pictured(couple)];
    expect([await stored(taken.name), await stored(deleted.name)]).toEqual([true, true]);
    await media.bus.publish(previewDropped, couple.id, {
      chatId: couple.id,
      messageId: taken.sent.messageId,
      attachmentIds: [taken.id],
    });
    await media.bus.publish(messageDeleted, couple.id, {
      chatId: couple.id,
      rev: 2,
      actorId: couple.a._id,
      messageId: deleted.sent.messageId,
      attachmentIds: [deleted.id],
    });
    await eventually(async () =>
      expect([await stored(taken.name), await stored(deleted.name)]).toEqual([false, false]),
    );
    expect(await couple.bytes()).toBe(0);
  });

  it('removes jobs, pictures and events of a deleted user', async () => {
    const couple = await linked();
    const { name } = await pictured(couple);
    await media.rows(
      `INSERT INTO jobs (queue, key, subject, payload, due_at, created_at) VALUES ('preview', $1, $2, jsonb_build_object('ownerId', $3::text), $4, now())`,
      [randomUUID(), couple.id, couple.b._id, clock.in(60 * MINUTE)],
    );
    await media.bus.publish(userDeleted, couple.a._id, { userId: couple.a._id });
    await eventually(async () => {
      expect(await media.rows("SELECT 1 FROM jobs WHERE queue = 'preview' AND subject = $1", [couple.id])).toEqual([]);
      expect((await media.bus.events(previewMade)).filter(({ chatId }) => chatId === couple.id)).toEqual([]);
      expect(
        await media.rows(`SELECT 1 FROM outbox WHERE envelope->>'key' = $1 AND envelope->>'name' = 'preview.made'`, [
          couple.id,
        ]),
      ).toEqual([]);
      expect(await stored(name)).toBe(false);
    });
  });

  it('removes jobs and pictures of a purged couple', async () => {
    const couple = await linked();
    const { name } = await pictured(couple);
    await couple.unlink();
    await media.rows(
      `INSERT INTO jobs (queue, key, subject, payload, due_at, created_at) VALUES ('preview', $1, $2, jsonb_build_object('ownerId', $3::text), $4, now())`,
      [randomUUID(), couple.id, couple.a._id, clock.in(60 * MINUTE)],
    );
    await media.bus.publish(couplePurged, couple.id, { coupleId: couple.id, members: couple.members, version: 2 });
    await eventually(async () => {
      expect(await media.rows("SELECT 1 FROM jobs WHERE queue = 'preview' AND subject = $1", [couple.id])).toEqual([]);
      expect(await stored(name)).toBe(false);
    });
  });
});
