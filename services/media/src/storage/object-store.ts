import type { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, Health, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Client, S3Error } from 'minio';
import { MediaConfig } from '../config.js';
import { s3Client } from './s3-client.js';

const BUCKET_RETRY = 1_000;

function nullWhenMissing(cause: unknown): null {
  if (cause instanceof S3Error && (cause.code === 'NoSuchKey' || cause.code === 'NotFound')) return null;
  throw cause;
}

/** Runs `work`. @throws AppError UNAVAILABLE for every failure that is no AppError */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('UNAVAILABLE', { cause });
  }
}

/** The bucket stores no real content types. */
const CONTENT_TYPE = 'application/octet-stream';

/** Objects in one private bucket: PUT, GET, HEAD and DELETE, so that any S3 server fits. Every failure is UNAVAILABLE. */
@Injectable()
export class ObjectStore implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly client: Client;
  private readonly agent: Agent;
  private readonly bucket: string;
  private retry: NodeJS.Timeout | undefined;
  private warned = false;
  private stopped = false;

  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    ({ client: this.client, agent: this.agent } = s3Client(config));
    // Signatures need not cover the body: sealed chunks are authenticated, and objects are read back.
    this.client.enableSHA256 = false;
    this.bucket = config.S3_BUCKET;
    health.add('s3', () => this.openBucket());
  }

  /** Does not delay the start: until S3 answers, the process is not ready. */
  onApplicationBootstrap(): void {
    void this.openBucketWithRetry();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    this.agent.destroy();
  }

  /** Streams an object into the bucket. @param bytes its exact size */
  async put(name: string, body: Readable, bytes: number): Promise<void> {
    try {
      await orUnavailable(async () => {
        const headers = { 'content-type': CONTENT_TYPE, 'content-length': String(bytes) };
        // The client's own putObject would buffer 64 MB at a time.
        const options = { method: 'PUT' as const, bucketName: this.bucket, objectName: name, headers };
        const answer = await this.client.makeRequestStreamAsync(options, body, '', [200], this.config.S3_REGION);
        answer.resume();
      });
    } finally {
      body.destroy();
    }
  }

  /** Reads a byte range of an object; null for a missing object. */
  async range(name: string, offset: number, length: number): Promise<Buffer | null> {
    return orUnavailable(async () => {
      const stream = await this.client.getPartialObject(this.bucket, name, offset, length).catch(nullWhenMissing);
      return stream && Buffer.concat(await stream.toArray());
    });
  }

  /** Opens an object; null for a missing one. */
  async open(name: string): Promise<Readable | null> {
    return orUnavailable(() => this.client.getObject(this.bucket, name).catch(nullWhenMissing));
  }

  /** Deletes an object; a missing one is no error. */
  async remove(name: string): Promise<void> {
    await orUnavailable(() => this.client.removeObject(this.bucket, name).catch(nullWhenMissing));
  }

  /** Creates the bucket if it is missing, also after the store was wiped. */
  private async openBucket(): Promise<boolean> {
    if (!(await this.client.bucketExists(this.bucket)))
      await this.client.makeBucket(this.bucket, this.config.S3_REGION);
    return true;
  }

  private async openBucketWithRetry(): Promise<void> {
    try {
      await this.openBucket();
      this.log.info({ bucket: this.bucket }, 'object store answered');
    } catch (cause) {
      if (this.stopped) return;
      if (!this.warned) this.log.warn({ err: cause }, 'object store did not answer');
      this.warned = true;
      this.retry = setTimeout(() => void this.openBucketWithRetry(), BUCKET_RETRY);
    }
  }
}
