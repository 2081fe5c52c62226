import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Agent, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, Health, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Client, S3Error } from 'minio';
import { MediaConfig } from '../config.js';
import { s3Client } from './s3-client.js';

const BUCKET_RETRY = 1_000;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function nullWhenMissing(cause: unknown): null {
  if (cause instanceof S3Error && (cause.code === 'NoSuchKey' || cause.code === 'NotFound')) return null;
  throw cause;
}

/** An object's bytes on their way, and how many there are, as far as S3 says so. */
export interface StoredObject {
  stream: Readable;
  length: number | undefined;
}

/** A file of ours with what it holds. */
export interface FileToStore {
  path: string;
  bytes: number;
  sha256: string;
}

/** So much of a large object is asked for at a time. */
const PIECE = 1024 * 1024;

const lengthOf = (stream: Readable): number | undefined => {
  const stated = stream instanceof IncomingMessage ? stream.headers['content-length'] : undefined;
  return stated === undefined ? undefined : Number(stated);
};

/** Objects in one private bucket: PUT, GET, HEAD and DELETE, so that any S3 server fits. Every failure is UNAVAILABLE. */
@Injectable()
export class ObjectStore implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly client: Client;
  private readonly agent: Agent;
  private readonly bucket: string;
  private retry: NodeJS.Timeout | undefined;
  private complained = false;
  private stopped = false;

  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    ({ client: this.client, agent: this.agent } = s3Client(config));
    this.bucket = config.S3_BUCKET;
    health.add('s3', () => this.openBucket());
  }

  /** Does not hold up the start: until S3 answers the process is up and not ready. */
  onApplicationBootstrap(): void {
    void this.openBucketAtLast();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    this.agent.destroy();
  }

  /** Stores bytes and reads them back: returns when S3 holds exactly these. */
  async put(name: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.ask(async () => {
      await this.client.putObject(this.bucket, name, bytes, bytes.length, { 'content-type': contentType });
      const stored = await (await this.client.getObject(this.bucket, name)).toArray();
      if (sha256(Buffer.concat(stored)) !== sha256(bytes)) throw new Error(`S3 does not hold what was stored as ${name}`);
    });
  }

  /** Stores a file of any size as it is read, and reads it back: returns when S3 holds exactly this. */
  async putFile(name: string, { path, bytes, sha256: expected }: FileToStore, contentType: string): Promise<void> {
    await this.ask(async () => {
      const headers = { 'content-type': contentType, 'content-length': String(bytes) };
      // The client's own putObject would hold 64 MB at a time. The bytes are signed where nothing else protects them.
      const signature = this.config.S3_ENDPOINT.startsWith('https:') ? '' : expected;
      const options = { method: 'PUT' as const, bucketName: this.bucket, objectName: name, headers };
      const answer = await this.client.makeRequestStreamAsync(options, createReadStream(path), signature, [200], this.config.S3_REGION);
      answer.resume();
      const hash = createHash('sha256');
      for await (const chunk of await this.client.getObject(this.bucket, name)) hash.update(chunk);
      if (hash.digest('hex') !== expected) throw new Error(`S3 does not hold what was stored as ${name}`);
    });
  }

  /** Brings an object to our disk, and makes sure that it is whole. */
  async fetchFile(name: string, path: string, expected: string): Promise<void> {
    await this.ask(async () => {
      const hash = createHash('sha256');
      const stream = await this.client.getObject(this.bucket, name);
      stream.on('data', (chunk: Buffer) => hash.update(chunk));
      await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (hash.digest('hex') !== expected) throw new Error(`S3 does not hold what was stored as ${name}`);
    });
  }

  /**
   * A large object piece by piece, at the pace of who reads it: a connection to S3 that waited for a slow reader would
   * be given up. Null when there is no such object.
   */
  async openLarge(name: string, bytes: number): Promise<Readable | null> {
    return this.openRange(name, { start: 0, end: bytes - 1 });
  }

  /** A part of an object, in the same way; `end` is the last byte. */
  async openRange(name: string, { start, end }: { start: number; end: number }): Promise<Readable | null> {
    const first = await this.piece(name, start, end + 1);
    return first && Readable.from(this.pieces(name, { start, end: end + 1 }, first), { objectMode: false });
  }

  private async *pieces(name: string, { start, end }: { start: number; end: number }, first: Buffer): AsyncGenerator<Buffer> {
    yield first;
    for (let offset = start + first.length; offset < end; ) {
      const piece = await this.piece(name, offset, end);
      if (!piece || piece.length === 0) throw new AppError('UNAVAILABLE', { cause: new Error(`${name} is gone in the middle`) });
      yield piece;
      offset += piece.length;
    }
  }

  private async piece(name: string, offset: number, end: number): Promise<Buffer | null> {
    return this.ask(async () => {
      const stream = await this.client.getPartialObject(this.bucket, name, offset, Math.min(PIECE, end - offset)).catch(nullWhenMissing);
      return stream && Buffer.concat(await stream.toArray());
    });
  }

  /** Null when there is no such object. */
  async open(name: string): Promise<StoredObject | null> {
    const stream = await this.ask(() => this.client.getObject(this.bucket, name).catch(nullWhenMissing));
    return stream && { stream, length: lengthOf(stream) };
  }

  /** Removing what is not there is no failure. */
  async remove(name: string): Promise<void> {
    await this.ask(() => this.client.removeObject(this.bucket, name).catch(nullWhenMissing));
  }

  private async ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { cause });
    }
  }

  /** True once the bucket is there; a store that was wiped gets it again. */
  private async openBucket(): Promise<boolean> {
    if (!(await this.client.bucketExists(this.bucket))) await this.client.makeBucket(this.bucket, this.config.S3_REGION);
    return true;
  }

  private async openBucketAtLast(): Promise<void> {
    try {
      await this.openBucket();
      this.log.info({ bucket: this.bucket }, 'object storage is there');
    } catch (cause) {
      if (this.stopped) return;
      if (!this.complained) this.log.warn({ err: cause }, 'object storage does not answer; trying again');
      this.complained = true;
      this.retry = setTimeout(() => void this.openBucketAtLast(), BUCKET_RETRY);
    }
  }
}
