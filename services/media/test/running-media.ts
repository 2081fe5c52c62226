import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AvatarView, ErrorBody } from '@duet/contracts';
import { migrate } from '@duet/service-kit';
import {
  RunningService,
  type StartedService,
  type TestClock,
  accessToken,
  s3,
  startService,
  testKeys,
} from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { MediaConfig } from '../src/config.js';
import { createMedia } from '../src/create-media.js';
import { options } from '../src/data-source.js';
import { startPairingPeer } from './pairing-peer.js';

export const keys = testKeys();

/** An access token of a user. By default it outlives tests that set the clock days ahead. */
export const tokenOf = (userId: string, seconds = 365 * 24 * 60 * 60): string =>
  accessToken(keys, { userId, sessionId: randomUUID() }, seconds);

export interface Picture {
  bytes: Buffer;
  name: string;
  field?: string;
}

export interface Answer {
  status: number;
  body: { success: true; data: AvatarView } | ErrorBody;
}

/** Media on real stores, with the calls for avatars. */
export class RunningMedia extends RunningService<NestFastifyApplication> {
  private constructor(
    started: StartedService<NestFastifyApplication>,
    /** The settings, also for another process on the same stores. */
    readonly config: MediaConfig,
    private readonly pairing: Awaited<ReturnType<typeof startPairingPeer>>,
  ) {
    super(started);
  }

  static async start(overrides: Partial<MediaConfig> = {}, clock?: TestClock): Promise<RunningMedia> {
    const store = s3();
    const config = Object.assign(new MediaConfig(), {
      PORT: 0,
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY: store.accessKey,
      S3_SECRET_KEY: store.secretKey,
      S3_BUCKET: store.bucket,
      S3_REGION: store.region,
      MEDIA_LINK_SECRET: 'only-for-the-tests-of-media',
      MEDIA_KEY: 'only-for-the-tests-of-media-and-no-more',
      UPLOAD_DIR: mkdtempSync(join(tmpdir(), 'duet-media-test-')),
    });
    const started = await startService({
      service: 'media',
      migrate: (url) => migrate(options(url)),
      start: async (surroundings) => {
        Object.assign(config, surroundings.settings, { JWT_PUBLIC_KEYS: keys.publicKeys, ...overrides });
        const app = await createMedia(config, surroundings.clock);
        await app.listen(0, '127.0.0.1');
        return app;
      },
      clock,
      dataSource: (app) => app.get(DataSource),
    });
    return new RunningMedia(started, config, await startPairingPeer(started.nats.url, keys.publicKeys));
  }

  get url(): string {
    const { port } = this.app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get natsUrl(): string {
    return this.nats.url;
  }

  /** The folder in which uploads are received. */
  get uploads(): string {
    return this.config.UPLOAD_DIR;
  }

  /** The keys of former avatars in use. */
  get remembered(): Set<string> {
    return this.pairing.remembered;
  }

  override async stop(): Promise<void> {
    await this.pairing.app.close();
    await super.stop();
    rmSync(this.uploads, { recursive: true, force: true });
  }

  async upload(userId: string, { bytes, name, field = 'avatar' }: Picture, token = tokenOf(userId)): Promise<Answer> {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${this.url}/avatars`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Uploads a picture. @throws Error when that fails */
  async uploaded(userId: string, picture: Picture): Promise<AvatarView> {
    const { status, body } = await this.upload(userId, picture);
    if (!body.success) throw new Error(`${status} ${body.code}`);
    return body.data;
  }

  async remove(userId: string): Promise<Answer> {
    const response = await fetch(`${this.url}/avatars`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokenOf(userId)}` },
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Requests an avatar by its public address, without the gateway. */
  show(avatar: string): Promise<Response> {
    return fetch(this.url + avatar.replace('/api/media', ''));
  }

  async bytesOf(avatar: string): Promise<Buffer> {
    return Buffer.from(await (await this.show(avatar)).arrayBuffer());
  }

  /** The names of the files in the upload folder. */
  onDisk(): string[] {
    return readdirSync(this.uploads);
  }
}
