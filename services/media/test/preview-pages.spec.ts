import { randomUUID } from 'node:crypto';
import { ConfigError, loadConfig } from '@duet/service-kit';
import { LIMITS, messageSent } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import sharp from 'sharp';
import { MediaConfig } from '../src/config.js';
import { PreviewJobs } from '../src/previews/preview-jobs.service.js';
import { PreviewWorker } from '../src/previews/preview-worker.js';
import { type InUse, TestCouple, send, staged } from './couples.js';
import { MINUTE, type PreviewScene, type Sent, type Site, card, previewCalls, startPreviews } from './preview-scene.js';
import { RunningMedia } from './running-media.js';
import type { S3Gate } from './s3-gate.js';

const clock = new TestClock();
let previews: PreviewScene;
let media: RunningMedia;
let gate: S3Gate;
let inUse: InUse;
let site: Site;

beforeAll(async () => {
  previews = await startPreviews(clock);
  ({ media, gate, inUse, site } = previews);
}, 60_000);

afterAll(() => previews.stop());

afterEach(() => {
  gate.mood = 'open';
});

const { say, linked, jobs, publishedPreviews, found, nothing, outcomes } = previewCalls(() => previews);

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
