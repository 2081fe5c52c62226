import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Health } from '@duet/service-kit';
import { type LinkPreviewView, messageSent, previewMade } from '@duet/contracts';
import { type TestClock, eventually } from '@duet/testing';
import { type InUse, TestCouple, startMessagingPeer } from './couples.js';
import { startScene } from './media-scene.js';
import { allowDecoding, photo } from './pictures.js';
import type { RunningMedia } from './running-media.js';
import type { S3Gate } from './s3-gate.js';

export const MINUTE = 60_000;

/** A local web site that counts the requests of each path. */
export class Site {
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

export interface Sent {
  couple: TestCouple;
  messageId: string;
}

/** Media that fetches previews, and a local web site with a picture. */
export interface PreviewScene {
  media: RunningMedia;
  gate: S3Gate;
  inUse: InUse;
  site: Site;
  stop: () => Promise<void>;
}

export async function startPreviews(clock: TestClock): Promise<PreviewScene> {
  const site = await Site.start();
  const { media, gate, peers, stop } = await startScene(
    startMessagingPeer,
    { PREVIEWS_OF_PRIVATE_ADDRESSES: 'yes' },
    clock,
  );
  allowDecoding();
  site.bytes('/picture.jpg', 'image/jpeg', await photo('jpeg'));
  return {
    media,
    gate,
    inUse: peers.inUse,
    site,
    async stop(): Promise<void> {
      await stop();
      site.stop();
    },
  };
}

export const card = (more = '') =>
  `<head><title>A page</title><meta property="og:description" content="Its words"><meta property="og:site_name" content="The Site">${more}</head>`;

/** Messages with links, and the previews that media publishes for them. */
export function previewCalls(scene: () => PreviewScene) {
  /** Publishes a message of the couple's first member with this link. */
  async function say(url: string, couple: TestCouple): Promise<Sent> {
    const messageId = randomUUID();
    scene().inUse.links.set(messageId, url);
    await scene().media.bus.publish(messageSent, couple.id, {
      chatId: couple.id,
      rev: 1,
      actorId: couple.a._id,
      messageId,
      attachmentIds: [],
      linked: true,
    });
    return { couple, messageId };
  }

  const linked = () => new TestCouple(scene().media).link();
  const jobs = ({ messageId }: Sent) =>
    scene().media.rows<{ attempts: number }>("SELECT attempts FROM jobs WHERE queue = 'preview' AND key = $1", [
      messageId,
    ]);
  const publishedPreviews = async ({ messageId }: Sent): Promise<LinkPreviewView[]> =>
    (await scene().media.bus.events(previewMade))
      .filter((event) => event.messageId === messageId)
      .map(({ preview }) => preview);

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
    scene().media.app.get(Health).metrics.getSingleMetricAsString('duet_link_previews_total');

  return { say, linked, jobs, publishedPreviews, found, nothing, outcomes };
}
