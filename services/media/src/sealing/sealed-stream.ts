import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

/*
 * The format of stored objects: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár, CRYPTO 2015) over
 * AES-256-GCM, with the layout of Tink's AES-GCM-HKDF-STREAMING. A header precedes chunks of 64 KiB plaintext, and each
 * chunk has its own tag, so that a reader opens any byte range without the chunks before it. HKDF-SHA256 derives the
 * object's key from the data key, the header and the object's name: no object opens under another name or header. A chunk's
 * nonce is the header's random prefix, the chunk's number and a flag for the last one, which detects reordering and
 * truncation.
 */

/** Plaintext bytes of every chunk but the last. */
export const CHUNK = 64 * 1024;

/** Bytes of a file that are read at once. */
const READ = 16 * CHUNK;

const TAG = 16;
const MAGIC = Buffer.from('DUET\u0001');
const KEY_ID = 16;
const SALT = 32;
const PREFIX = 7;

/** Bytes of a header: format and version, id of the data key, salt, nonce prefix. */
export const HEADER = MAGIC.length + KEY_ID + SALT + PREFIX;

const SALT_AT = MAGIC.length + KEY_ID;
const PREFIX_AT = SALT_AT + SALT;
const CIPHER = 'aes-256-gcm';

/** A header for a new object. @param keyId UUID of the data key */
export const newHeader = (keyId: string): Buffer =>
  Buffer.concat([MAGIC, Buffer.from(keyId.replaceAll('-', ''), 'hex'), randomBytes(SALT + PREFIX)]);

/** The id of the data key that sealed an object. @throws Error for anything but a header of this version */
export function keyIdOf(header: Buffer): string {
  if (header.length !== HEADER || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error('this is not the header of a sealed object');
  return header
    .subarray(MAGIC.length, SALT_AT)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const chunksIn = (plainBytes: number): number => Math.max(1, Math.ceil(plainBytes / CHUNK));

/** Bytes of a sealed object with `plainBytes` of plaintext. */
export const sealedSize = (plainBytes: number): number => HEADER + plainBytes + TAG * chunksIn(plainBytes);

/** Number of the chunk that contains a byte of the plaintext. */
export const chunkAt = (byte: number): number => Math.floor(byte / CHUNK);

/** Offset and length of chunks `first` to `end` (exclusive) in the stored object. */
export function spanOf(first: number, end: number, plainBytes: number): { offset: number; length: number } {
  const offset = HEADER + first * (CHUNK + TAG);
  return { offset, length: Math.min(HEADER + end * (CHUNK + TAG), sealedSize(plainBytes)) - offset };
}

/** Seals and opens the chunks of one object. It joins no buffers: their garbage costs more than the cipher. */
export class ObjectCipher {
  private readonly key: KeyObject;

  /** @param dataKey 32 bytes @param name the object's name in the bucket */
  constructor(
    dataKey: Buffer,
    readonly header: Buffer,
    name: string,
  ) {
    const info = Buffer.concat([Buffer.from('duet object\n'), header, Buffer.from(name)]);
    const key = hkdfSync('sha256', dataKey, header.subarray(SALT_AT, PREFIX_AT), info, 32);
    // Node would import raw bytes anew for each chunk.
    this.key = createSecretKey(Buffer.from(key));
  }

  /**
   * Seals consecutive chunks; the buffer may be reused once all parts are taken.
   * @param first number of the first of them @param plainBytes size of the whole plaintext
   */
  *sealAll(first: number, plain: Buffer, plainBytes: number): Generator<Buffer> {
    let index = first;
    for (let at = 0; at === 0 || at < plain.length; at += CHUNK) {
      const cipher = createCipheriv(CIPHER, this.key, this.nonce(index, index === chunksIn(plainBytes) - 1));
      yield cipher.update(plain.subarray(at, at + CHUNK));
      cipher.final();
      yield cipher.getAuthTag();
      index += 1;
    }
  }

  /** @returns the plaintext in parts @throws Error when the chunk was changed, or belongs to another index or object */
  open(index: number, isLast: boolean, sealed: readonly Buffer[]): Buffer[] {
    const queue = [...sealed];
    const length = queue.reduce((sum, part) => sum + part.length, 0) - TAG;
    if (length < 0) throw new Error('a sealed chunk is truncated');
    const decipher = createDecipheriv(CIPHER, this.key, this.nonce(index, isLast), { authTagLength: TAG });
    const plain = take(queue, length).map((part) => decipher.update(part));
    decipher.setAuthTag(Buffer.concat(queue));
    decipher.final();
    return plain;
  }

  /** Opens consecutive chunks. @param first number of the first of them @param plainBytes size of the whole plaintext */
  openAll(first: number, sealed: Buffer, plainBytes: number): Buffer {
    const parts: Buffer[] = [];
    let index = first;
    for (let at = 0; at < sealed.length; at += CHUNK + TAG) {
      const isLast = index === chunksIn(plainBytes) - 1;
      parts.push(...this.open(index, isLast, [sealed.subarray(at, at + CHUNK + TAG)]));
      index += 1;
    }
    return Buffer.concat(parts);
  }

  private nonce(index: number, isLast: boolean): Buffer {
    const nonce = Buffer.alloc(12);
    this.header.copy(nonce, 0, PREFIX_AT);
    nonce.writeUInt32BE(index, PREFIX);
    nonce.writeUInt8(isLast ? 1 : 0, PREFIX + 4);
    return nonce;
  }
}

/**
 * Seals a file, which is read into one buffer again and again.
 * @param bytes its size: of a longer file the rest is not sealed
 * @throws Error for a shorter file
 */
export async function* sealFile(path: string, bytes: number, cipher: ObjectCipher): AsyncGenerator<Buffer> {
  yield cipher.header;
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ, bytes));
    let at = 0;
    do {
      const part = buffer.subarray(0, bytes - at);
      const { bytesRead } = await file.read(part, 0, part.length, at);
      if (bytesRead < part.length) throw new Error(`a file of ${bytes} bytes ends at ${at + bytesRead}`);
      yield* cipher.sealAll(at / CHUNK, part, bytes);
      at += READ;
    } while (at < bytes);
  } finally {
    await file.close();
  }
}

/** Takes `count` bytes off the front of a queue. */
function take(queue: Buffer[], count: number): Buffer[] {
  const taken: Buffer[] = [];
  for (let missing = count; missing > 0;) {
    const head = queue.shift();
    if (!head) throw new Error('the queue is too short');
    if (head.length > missing) queue.unshift(head.subarray(missing));
    taken.push(head.subarray(0, missing));
    missing -= Math.min(missing, head.length);
  }
  return taken;
}

/** Cuts a stream into a piece of `first` bytes and pieces of `size` bytes. The last one may be shorter, and is empty for an empty stream. */
async function* cut(
  source: AsyncIterable<Buffer>,
  size: number,
  first: number,
): AsyncGenerator<{ parts: Buffer[]; isLast: boolean }> {
  const queue: Buffer[] = [];
  let length = 0;
  let wanted = first;
  for await (const part of source) {
    queue.push(part);
    length += part.length;
    // Only a byte after a piece shows that the piece is not the last.
    while (length > wanted) {
      yield { parts: take(queue, wanted), isLast: false };
      length -= wanted;
      wanted = size;
    }
  }
  yield { parts: queue, isLast: true };
}

/** Opens a whole stored object. @throws Error when it was changed or truncated */
export async function* openStream(
  stored: AsyncIterable<Buffer>,
  cipherOf: (header: Buffer) => Promise<ObjectCipher>,
): AsyncGenerator<Buffer> {
  let cipher: ObjectCipher | null = null;
  let index = 0;
  for await (const { parts, isLast } of cut(stored, CHUNK + TAG, HEADER)) {
    if (cipher === null) {
      if (isLast) throw new Error('a sealed object is truncated');
      cipher = await cipherOf(Buffer.concat(parts));
      continue;
    }
    yield* cipher.open(index, isLast, parts);
    index += 1;
  }
}
