import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ByteRange } from '../http/byte-range.js';
import { ObjectStore, orUnavailable } from '../storage/object-store.js';
import { DataKeys, type OpenKey } from './data-keys.service.js';
import {
  CHUNK,
  HEADER,
  ObjectCipher,
  chunkAt,
  keyIdOf,
  newHeader,
  openStream,
  sealFile,
  sealedSize,
  spanOf,
} from './sealed-stream.js';

/** A local file with its size and hash. */
export interface FileToStore {
  path: string;
  bytes: number;
  sha256: string;
}

/** A stored object as a row describes it. */
export interface StoredObject {
  name: string;
  /** Size of the plaintext. */
  bytes: number;
  /** False for an object from before objects were sealed. */
  sealed: boolean;
}

/** Chunks of one request: a megabyte. */
const AT_ONCE = 16;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function sha256Of(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

const newCipher = (name: string, key: OpenKey): ObjectCipher => new ObjectCipher(key.bytes, newHeader(key.id), name);

/** The key is destroyed, so the object counts as missing. */
class KeyDestroyed extends Error {}

function nullWhenDestroyed(cause: unknown): null {
  if (cause instanceof AppError && cause.cause instanceof KeyDestroyed) return null;
  throw cause;
}

/** Stores and reads sealed objects; callers see plaintext. Every failure is UNAVAILABLE. */
@Injectable()
export class SealedObjects {
  constructor(
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(DataKeys) private readonly keys: DataKeys,
  ) {}

  /** Stores bytes and reads them back to verify them. */
  async put(name: string, bytes: Buffer, key: OpenKey): Promise<void> {
    const cipher = newCipher(name, key);
    await this.seal(name, [cipher.header, ...cipher.sealAll(0, bytes, bytes.length)], bytes.length);
    await this.verify(name, sha256(bytes), key);
  }

  /** Streams a file of any size into an object and reads it back to verify it. */
  async putFile(name: string, { path, bytes, sha256: expected }: FileToStore, key: OpenKey): Promise<void> {
    await this.seal(name, sealFile(path, bytes, newCipher(name, key)), bytes);
    await this.verify(name, expected, key);
  }

  /**
   * Copies an object to the local disk and verifies it.
   * @param expected SHA-256 of the plaintext; null to check only the size
   * @throws AppError UNAVAILABLE also for a missing object
   */
  async fetchFile({ name, bytes, sealed }: StoredObject, path: string, expected: string | null): Promise<void> {
    await orUnavailable(async () => {
      const stored = await this.store.open(name);
      if (!stored) throw new Error(`there is no object ${name}`);
      const hash = createHash('sha256');
      const plain = Readable.from(sealed ? this.opened(name, stored) : stored, { objectMode: false }).on(
        'data',
        (chunk: Buffer) => hash.update(chunk),
      );
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(plain, file);
      if (file.bytesWritten !== bytes || (expected !== null && hash.digest('hex') !== expected))
        throw new Error(`S3 returned other bytes than were stored as ${name}`);
    });
  }

  /** Reads a small object at once; null when it is missing or its key is destroyed. */
  async read(name: string, sealed: boolean): Promise<Buffer | null> {
    return orUnavailable(async () => {
      const stored = await this.store.open(name);
      return stored && Buffer.concat(await Readable.from(sealed ? this.opened(name, stored) : stored).toArray());
    }).catch(nullWhenDestroyed);
  }

  /**
   * Opens a large object. It is requested in ranges at the reader's pace, because S3 closes a connection that waits for a slow
   * reader. Null when the object is missing or its key is destroyed.
   */
  async openLarge(object: StoredObject): Promise<Readable | null> {
    return this.openRange(object, { start: 0, end: object.bytes - 1 });
  }

  /** Opens a byte range of an object as `openLarge` opens all of it. */
  async openRange(object: StoredObject, { start, end }: ByteRange): Promise<Readable | null> {
    const [from, until] = [chunkAt(start), chunkAt(end) + 1];
    const reading = object.sealed ? this.startSealed(object, from, until) : this.startPlain(object, from, until);
    const started = await orUnavailable(() => reading).catch(nullWhenDestroyed);
    return started && Readable.from(bytesOf(started, { start, end }), { objectMode: false });
  }

  private async seal(name: string, sealed: Iterable<Buffer> | AsyncIterable<Buffer>, bytes: number): Promise<void> {
    await this.store.put(name, Readable.from(sealed, { objectMode: false }), sealedSize(bytes));
  }

  private async verify(name: string, expected: string, key: OpenKey): Promise<void> {
    await orUnavailable(async () => {
      const stored = await this.store.open(name);
      const found =
        stored && (await sha256Of(openStream(stored, async (header) => new ObjectCipher(key.bytes, header, name))));
      if (found !== expected) throw new Error(`S3 returned other bytes than were stored as ${name}`);
    });
  }

  private opened(name: string, stored: Readable): AsyncGenerator<Buffer> {
    return openStream(stored, (header) => this.cipherOf(name, header));
  }

  private async cipherOf(name: string, header: Buffer): Promise<ObjectCipher> {
    const key = await this.keys.byId(keyIdOf(header));
    if (!key) throw new AppError('UNAVAILABLE', { cause: new KeyDestroyed(`the key of ${name} is destroyed`) });
    return new ObjectCipher(key.bytes, header, name);
  }

  private async startPlain({ name, bytes }: StoredObject, from: number, until: number): Promise<Reading | null> {
    const read = async (first: number, end: number): Promise<Buffer | null> => {
      const length = Math.min(end * CHUNK, bytes) - first * CHUNK;
      return whole(await this.store.range(name, first * CHUNK, length), length);
    };
    const first = await read(from, Math.min(from + AT_ONCE, until));
    return first && { first, read };
  }

  /** Reads the header with the first chunks, or in a second request beside later chunks. */
  private async startSealed({ name, bytes }: StoredObject, from: number, until: number): Promise<Reading | null> {
    const { offset, length } = spanOf(from, Math.min(from + AT_ONCE, until), bytes);
    const [start, middle] = await Promise.all([
      this.store.range(name, 0, from === 0 ? offset + length : HEADER),
      from === 0 ? null : this.store.range(name, offset, length),
    ]);
    const sealed = from === 0 ? (start?.subarray(HEADER) ?? null) : middle;
    if (!start || !sealed) return null;
    const cipher = await this.cipherOf(name, start.subarray(0, HEADER));
    const read = async (first: number, end: number): Promise<Buffer | null> => {
      const span = spanOf(first, end, bytes);
      const chunks = whole(await this.store.range(name, span.offset, span.length), span.length);
      return chunks && orUnavailable(async () => cipher.openAll(first, chunks, bytes));
    };
    return { first: cipher.openAll(from, whole(sealed, length), bytes), read };
  }
}

/** An opened object: the plaintext of its first chunks, and a function that reads chunks `first` to `end` (exclusive). */
interface Reading {
  first: Buffer;
  read: (first: number, end: number) => Promise<Buffer | null>;
}

function whole<Bytes extends Buffer | null>(bytes: Bytes, length: number): Bytes {
  if (bytes && bytes.length !== length)
    throw new AppError('UNAVAILABLE', { cause: new Error(`S3 sent ${bytes.length} bytes instead of ${length}`) });
  return bytes;
}

async function* bytesOf({ first, read }: Reading, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const [from, until] = [chunkAt(start), chunkAt(end) + 1];
  for (let chunk = from; chunk < until; chunk += AT_ONCE) {
    const plain = chunk === from ? first : await read(chunk, Math.min(chunk + AT_ONCE, until));
    if (!plain) throw new AppError('UNAVAILABLE', { cause: new Error('an object was deleted while it was read') });
    yield plain.subarray(Math.max(start - chunk * CHUNK, 0), end + 1 - chunk * CHUNK);
  }
}
