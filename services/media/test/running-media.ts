import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AvatarView, type ErrorBody } from '@duet/contracts';
import { Health, migrate } from '@duet/service-kit';
import { BusProbe, type FreshDatabase, type FreshServer, accessToken, freshDatabase, freshNats, s3, testKeys } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Clock } from '../src/clock.js';
import { MediaConfig } from '../src/config.js';
import { createMedia } from '../src/create-media.js';
import { options } from '../src/data-source.js';

export const keys = testKeys();

/** A token of somebody's, good for some seconds. */
export const tokenOf = (userId: string, seconds?: number): string => accessToken(keys, { userId, sessionId: randomUUID() }, seconds);

export interface Picture {
  bytes: Buffer;
  name: string;
  field?: string;
}

export interface Answer {
  status: number;
  body: { success: true; data: AvatarView } | ErrorBody;
}

/** The real process on real stores, and what a test asks of it. */
export class RunningMedia {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly bus: BusProbe,
    readonly uploads: string,
    private readonly stores: { database: FreshDatabase; nats: FreshServer },
    /** What another process needs to work beside this one. */
    readonly config: MediaConfig,
  ) {}

  static async start(overrides: Partial<MediaConfig> = {}, clock = new Clock()): Promise<RunningMedia> {
    const [database, nats] = await Promise.all([freshDatabase('media'), freshNats()]);
    await migrate(options(database.url));
    const uploads = mkdtempSync(join(tmpdir(), 'duet-media-test-'));
    const store = s3();
    const config: MediaConfig = Object.assign(new MediaConfig(), {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      NATS_URL: nats.url,
      OPS_PORT: 0,
      PORT: 0,
      JWT_PUBLIC_KEYS: keys.publicKeys,
      DATABASE_URL: database.url,
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY: store.accessKey,
      S3_SECRET_KEY: store.secretKey,
      S3_BUCKET: store.bucket,
      S3_REGION: store.region,
      MEDIA_LINK_SECRET: 'only-for-the-tests-of-media',
      UPLOAD_DIR: uploads,
      ...overrides,
    });
    const app = await createMedia(config, clock);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return new RunningMedia(app, `http://127.0.0.1:${port}`, await BusProbe.connect(nats.url), uploads, { database, nats }, config);
  }

  get natsUrl(): string {
    return this.stores.nats.url;
  }

  async stop(): Promise<void> {
    await this.bus.close();
    await this.app.close();
    await Promise.all([this.stores.database.drop(), this.stores.nats.stop()]);
    rmSync(this.uploads, { recursive: true, force: true });
  }

  async upload(userId: string, { bytes, name, field = 'avatar' }: Picture, token = tokenOf(userId)): Promise<Answer> {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${this.url}/avatars`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** The view of an upload that has to succeed. */
  async uploaded(userId: string, picture: Picture): Promise<AvatarView> {
    const { status, body } = await this.upload(userId, picture);
    if (!body.success) throw new Error(`${status} ${body.code}`);
    return body.data;
  }

  async remove(userId: string): Promise<Answer> {
    const response = await fetch(`${this.url}/avatars`, { method: 'DELETE', headers: { authorization: `Bearer ${tokenOf(userId)}` } });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** What the public address leads to, inside. */
  show(avatar: string): Promise<Response> {
    return fetch(this.url + avatar.replace('/api/media', ''));
  }

  async bytesOf(avatar: string): Promise<Buffer> {
    return Buffer.from(await (await this.show(avatar)).arrayBuffer());
  }

  rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.app.get<DataSource>(getDataSourceToken()).query<Row[]>(text, values);
  }

  /** The names of uploads that lie on the disk right now. */
  onDisk(): string[] {
    return readdirSync(this.uploads);
  }

  async readiness(): Promise<{ ready: boolean; failing: string[] }> {
    const health = this.app.get(Health);
    await health.listen(0);
    try {
      const { port } = (health as unknown as { server: { address(): AddressInfo } }).server.address();
      return (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { ready: boolean; failing: string[] };
    } finally {
      await health.close();
    }
  }
}
