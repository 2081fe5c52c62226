import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, Health, loadConfig } from '@duet/service-kit';
import {
  attachmentPath,
  couplePurged,
  LIMITS,
  type LinkPreviewView,
  messageDeleted,
  messageSent,
  previewDropped,
  previewMade,
  previewWanted,
  userDeleted,
} from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import sharp from 'sharp';
import { MediaConfig } from '../src/config.js';
import { PreviewJobs } from '../src/previews/preview-jobs.service.js';
import { PreviewWorker } from '../src/previews/preview-worker.js';
import { ObjectStore } from '../src/storage/object-store.js';
import {
  type InUse,
  type MessagingPeers,
  TestCouple,
  bytesOf,
  load,
  send,
  staged,
  startMessagingPeer,
} from './couples.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, photo } from './pictures.js';
import { RunningMedia } from './running-media.js';
import type { S3Gate } from './s3-gate.js';

const MINUTE = 60_000;

const clock = new TestClock();
let scene: MediaScene<MessagingPeers>;
let gate: S3Gate;
let media: RunningMedia;
let inUse: InUse;
let site: Site;

/** A local web site that counts the requests of each path. */
class Site {
  readonly asked: string[] = [];
  readonly pages = new Map<string, RequestListener>();

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<Site> {
    const server = createServer().listen(0, '127.0.0.1');
    const made = new Site(server);
    server.on('request', (request, response) => {
      made.asked.push(request.url ?? '');
      const answer = made.pages.get(request.url ?? '');
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
    await once(server, 'listening');
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  html(path: string, body: string): string {
    this.pages.set(
      path,
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
    );
    return this.url + path;
  }

  bytes(path: string, type: string, body: Buffer): void {
    this.pages.set(path, (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body));
  }

  count = (path: string): number => this.asked.filter((one) => one === path).length;

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

beforeAll(async () => {
  site = await Site.start();
  scene = await startScene(startMessagingPeer, { PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' }, clock);
  ({
    media,
    gate,
    peers: { inUse },
  } = scene);
  allowDecoding();
  site.bytes('/picture.jpg', 'image/jpeg', await photo('jpeg'));
}, 60_000);

afterAll(async () => {
  await scene.stop();
  site.stop();
});

afterEach(() => {
  gate.mood = 'open';
});

interface Sent {
  couple: TestCouple;
  messageId: string;
}

/** Publishes a message of the couple's first member with this link. */
async function say(url: string, couple: TestCouple): Promise<Sent> {
  const messageId = randomUUID();
  inUse.links.set(messageId, url);
  await media.bus.publish(messageSent, couple.id, {
    chatId: couple.id,
    rev: 1,
    actorId: couple.a._id,
    messageId,
    attachmentIds: [],
    linked: true,
  });
  return { couple, messageId };
}

const linked = () => new TestCouple(media).link();
const jobs = ({ messageId }: Sent) =>
  media.rows<{ attempts: number }>("SELECT attempts FROM jobs WHERE queue = 'preview' AND key = $1", [messageId]);
const publishedPreviews = async ({ messageId }: Sent): Promise<LinkPreviewView[]> =>
  (await media.bus.events(previewMade)).filter((event) => event.messageId === messageId).map(({ preview }) => preview);

/** Waits for the preview of a message. */
async function found(sent: Sent): Promise<LinkPreviewView> {
  await eventually(async () => expect(await publishedPreviews(sent)).toHaveLength(1));
  const [preview] = await publishedPreviews(sent);
  if (!preview) throw new Error('there is no preview');
  return preview;
}

/** Waits until the job has ended without a preview. */
async function nothing(sent: Sent): Promise<void> {
  await eventually(async () => expect(await jobs(sent)).toEqual([]));
  expect(await publishedPreviews(sent)).toEqual([]);
}

const outcomes = async (): Promise<string> =>
  media.app.get(Health).metrics.getSingleMetricAsString('duet_link_previews_total');

const card = (more = '') =>
  `<head><title>A page</title><meta property="og:description" content="Its words"><meta property="og:site_name" content="The Site">${more}</head>`;

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

describe('a page', () => {
  it('has a preview without a picture when its picture is missing, too small or of a false type', async () => {
    const couple = await linked();
    site.bytes('/svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    site.bytes(
      '/liar',
      'image/png',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><image href="file:///etc/passwd"/></svg>',
      ),
    );
    site.bytes(
      '/pixel',
      'image/png',
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    site.bytes('/large', 'image/png', Buffer.alloc(6 * 1024 * 1024));
    const pictures = [
      '/svg',
      '/liar',
      '/pixel',
      '/large',
      '/missing',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'http://',
    ];
    const sent = await Promise.all(
      pictures.map((picture, n) =>
        say(site.html(`/with${n}`, card(`<meta property="og:image" content="${picture}">`)), couple),
      ),
    );
    for (const one of sent) expect(await found(one)).not.toHaveProperty('image');
    expect(await couple.bytes()).toBe(0);
  });

  it('without a title or of another type has no preview and is not requested again', async () => {
    const couple = await linked();
    site.bytes('/pdf', 'application/pdf', Buffer.from('%PDF-1.7'));
    const sent = [
      await say(site.html('/empty', '<p>nothing'), couple),
      await say(`${site.url}/pdf`, couple),
      await say(`${site.url}/missing-page`, couple),
      await say('http://', couple),
    ];
    for (const one of sent) await nothing(one);
    for (const path of ['/empty', '/pdf', '/missing-page']) expect(site.count(path)).toBe(1);
  });

  it('that fails is requested once more', async () => {
    const couple = await linked();
    site.pages.set('/fails', (_request, response) => void response.writeHead(503).end());
    const sent = await say(`${site.url}/fails`, couple);
    await eventually(async () =>
      expect(
        await media.rows("SELECT attempts, lease FROM jobs WHERE queue = 'preview' AND key = $1", [sent.messageId]),
      ).toEqual([{ attempts: 1, lease: null }]),
    );
    media.app.get(PreviewWorker).kick();
    expect(site.count('/fails')).toBe(1);
    clock.forward(MINUTE);
    media.app.get(PreviewWorker).kick();
    await nothing(sent);
    expect(site.count('/fails')).toBe(2);
    expect(await outcomes()).toContain('outcome="given-up"');
  });

  it('is requested again when its worker has died', async () => {
    const couple = await linked();
    const messageId = randomUUID();
    inUse.links.set(messageId, site.html('/orphan', card()));
    const sent = { couple, messageId };
    // The job as a dead worker leaves it.
    await media.rows(
      `INSERT INTO jobs (queue, key, subject, payload, attempts, lease, due_at, created_at) VALUES ('preview', $1, $2, jsonb_build_object('ownerId', $3::text), 1, $4, $5, now())`,
      [messageId, couple.id, couple.a._id, randomUUID(), clock.in(MINUTE)],
    );
    expect(await media.app.get(PreviewJobs).queue.claim(1)).toEqual([]);
    expect(site.count('/orphan')).toBe(0);
    clock.forward(MINUTE);
    media.app.get(PreviewWorker).kick();
    await found(sent);
  });

  it('gets its preview after an outage of S3', async () => {
    const couple = await linked();
    gate.mood = 'down';
    const sent = await say(site.html('/stored', card('<meta property="og:image" content="/picture.jpg">')), couple);
    await eventually(async () => expect(await jobs(sent)).toEqual([{ attempts: 1 }]));
    await eventually(async () =>
      expect(await media.rows("SELECT lease FROM jobs WHERE queue = 'preview' AND key = $1", [sent.messageId])).toEqual(
        [{ lease: null }],
      ),
    );
    gate.mood = 'open';
    clock.forward(MINUTE);
    media.app.get(PreviewWorker).kick();
    expect(await found(sent)).toHaveProperty('image');
  });
});

describe('a couple', () => {
  it('gets thirty previews in ten minutes, independently of other couples', async () => {
    const [busy, calm] = [await linked(), await linked()];
    const sent: Sent[] = [];
    for (let n = 0; n < 32; n += 1) sent.push(await say(site.html(`/busy${n}`, card()), busy));
    for (const one of sent) await eventually(async () => expect(await jobs(one)).toEqual([]));
    await eventually(async () => expect((await Promise.all(sent.map(publishedPreviews))).flat()).toHaveLength(30));
    await found(await say(site.html('/calm', card()), calm));
    clock.forward(11 * MINUTE);
    await found(await say(site.html('/rested', card()), busy));
  });

  it('that has ended or exceeds its quota gets no picture', async () => {
    const couple = await linked();
    await couple.unlink();
    const sent = await say(site.html('/ended', card()), couple);
    await nothing(sent);
    expect(site.count('/ended')).toBe(0);
    const full = await linked();
    await media.rows('UPDATE couples SET bytes = $2 WHERE id = $1', [full.id, LIMITS.coupleBytes]);
    expect(
      await found(await say(site.html('/full', card('<meta property="og:image" content="/picture.jpg">')), full)),
    ).not.toHaveProperty('image');
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

describe('an operator', () => {
  it('switches previews off', async () => {
    const off = await RunningMedia.start({ LINK_PREVIEWS: 'off', PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' });
    try {
      const couple = await new TestCouple(off).link();
      const messageId = randomUUID();
      await off.bus.publish(messageSent, couple.id, {
        chatId: couple.id,
        rev: 1,
        actorId: couple.a._id,
        messageId,
        attachmentIds: [],
        linked: true,
      });
      // Events of one kind are consumed in order.
      await send(off, couple, await staged(off, couple.a._id, [{ name: 'a.txt', bytes: 'x' }]));
      expect(await off.rows("SELECT 1 FROM jobs WHERE queue = 'preview'")).toEqual([]);
    } finally {
      await off.stop();
    }
  });

  it('cannot allow private addresses in production', () => {
    const environment = {
      NATS_URL: 'nats://media:aZ8kPq2LmN4rT6vX@nats:4222',
      OPS_PORT: '1',
      JWT_PUBLIC_KEYS: '{}',
      DATABASE_URL: 'postgres://u:aZ8kPq2LmN4rT6vX@h/d',
      PORT: '1',
      S3_ENDPOINT: 'http://s3:1',
      S3_ACCESS_KEY: 'k',
      S3_SECRET_KEY: 'aZ8kPq2LmN4rT6vX',
      S3_BUCKET: 'duet-media',
      MEDIA_LINK_SECRET: 'aZ8kPq2LmN4rT6vX',
      MEDIA_KEY: 'aZ8kPq2LmN4rT6vXbY7jQw3MnB5sU9cE',
    };
    expect(loadConfig(MediaConfig, environment)).toMatchObject({ LINK_PREVIEWS: 'on' });
    expect(
      loadConfig(MediaConfig, { ...environment, NODE_ENV: 'development', PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' }),
    ).toMatchObject({ PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' });
    expect(() => loadConfig(MediaConfig, { ...environment, PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' })).toThrow(
      ConfigError,
    );
    expect(() => loadConfig(MediaConfig, { ...environment, LINK_PREVIEWS: 'maybe' })).toThrow(ConfigError);
  });
});
