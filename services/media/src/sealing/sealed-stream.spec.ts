import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const STORED_CHUNK = CHUNK + 16;

async function* parts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function joined(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const dataKey = randomBytes(32);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const newCipher = (name = 'attachment-1'): ObjectCipher => new ObjectCipher(dataKey, newHeader(randomUUID()), name);

/** @param bytes as many as the sealer expects of the file */
async function seal(plain: Buffer, name?: string, bytes = plain.length): Promise<Buffer> {
  const path = join(folder, randomUUID());
  await writeFile(path, plain);
  return joined(sealFile(path, bytes, newCipher(name)));
}

const open = (stored: Buffer, name = 'attachment-1', key = dataKey, size = 7_777): Promise<Buffer> =>
  joined(openStream(parts(stored, size), async (header) => new ObjectCipher(key, header, name)));

const chunks = (stored: Buffer): Buffer[] => {
  const found: Buffer[] = [];
  for (let at = HEADER; at < stored.length; at += STORED_CHUNK) found.push(stored.subarray(at, at + STORED_CHUNK));
  return found;
};

describe('a sealed object', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 17, 16 * CHUNK, 32 * CHUNK + 1])(
    'of %i bytes opens to its plaintext, has the stated size and is never sealed equally twice',
    async (bytes) => {
      const plain = Buffer.alloc(bytes, 'the same words again and again. ');
      const stored = await seal(plain);
      expect(stored).toHaveLength(sealedSize(bytes));
      expect(stored.includes('the same words')).toBe(false);
      // The second size ends parts within a tag.
      for (const size of [1_000, CHUNK + 8, CHUNK, 3 * CHUNK + 5])
        expect((await open(stored, 'attachment-1', dataKey, size)).equals(plain)).toBe(true);
      const [one, other] = [await seal(plain), await seal(plain)];
      expect(one.subarray(HEADER).equals(other.subarray(HEADER))).toBe(false);
    },
  );

  it('is the same whether a file or bytes are sealed', async () => {
    const [plain, path, cipher] = [randomBytes(20 * CHUNK + 5), join(folder, 'same'), newCipher()];
    await writeFile(path, plain);
    const stored = await joined(sealFile(path, plain.length, cipher));
    expect(Buffer.concat([cipher.header, ...cipher.sealAll(0, plain, plain.length)]).equals(stored)).toBe(true);
  });

  it('is not made of a file that is shorter than stated', async () => {
    const plain = randomBytes(17 * CHUNK);
    await expect(seal(plain, 'attachment-1', plain.length + 1)).rejects.toThrow('ends at');
    const longer = await seal(plain, 'attachment-1', plain.length - 1);
    expect((await open(longer)).equals(plain.subarray(0, -1))).toBe(true);
  });

  it('contains the id of its data key', () => {
    const id = randomUUID();
    expect(keyIdOf(newHeader(id))).toBe(id);
    expect(() => keyIdOf(randomBytes(HEADER))).toThrow('header');
    expect(() => keyIdOf(newHeader(id).subarray(1))).toThrow('header');
  });

  it('opens any range from the chunks that cover it', async () => {
    const plain = randomBytes(3 * CHUNK + 100);
    const stored = await seal(plain);
    const cipher = new ObjectCipher(dataKey, stored.subarray(0, HEADER), 'attachment-1');
    const ranges: [number, number][] = [
      [0, 0],
      [0, plain.length - 1],
      [CHUNK - 1, CHUNK],
      [CHUNK, 2 * CHUNK - 1],
      [3 * CHUNK, 3 * CHUNK],
      [plain.length - 1, plain.length - 1],
      [70_000, 180_000],
    ];
    for (const [start, end] of ranges) {
      const [first, last] = [chunkAt(start), chunkAt(end)];
      const { offset, length } = spanOf(first, last + 1, plain.length);
      const opened = cipher.openAll(first, stored.subarray(offset, offset + length), plain.length);
      expect(
        opened.subarray(start - first * CHUNK, end + 1 - first * CHUNK).equals(plain.subarray(start, end + 1)),
      ).toBe(true);
    }
  });
});

describe('a changed object', () => {
  const plain = randomBytes(3 * CHUNK + 100);
  const flip = (stored: Buffer, at: number): Buffer => {
    const changed = Buffer.from(stored);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    return changed;
  };

  it.each<[string, (stored: Buffer) => Buffer]>([
    ['one bit of a chunk', (stored) => flip(stored, HEADER + CHUNK + 50)],
    ['one bit of a tag', (stored) => flip(stored, stored.length - 1)],
    ['one bit of the key id', (stored) => flip(stored, 6)],
    ['one bit of the salt', (stored) => flip(stored, 30)],
    ['one bit of the nonce prefix', (stored) => flip(stored, HEADER - 1)],
    ['cut at a chunk', (stored) => stored.subarray(0, HEADER + 2 * STORED_CHUNK)],
    ['cut within a chunk', (stored) => stored.subarray(0, stored.length - 1)],
    ['cut after the header', (stored) => stored.subarray(0, HEADER)],
    ['cut within the header', (stored) => stored.subarray(0, HEADER - 1)],
    ['nothing at all', () => Buffer.alloc(0)],
    ['a byte more', (stored) => Buffer.concat([stored, Buffer.alloc(1)])],
    [
      'two chunks exchanged',
      (stored) =>
        Buffer.concat([
          stored.subarray(0, HEADER),
          ...[1, 0, 2, 3].map((index) => chunks(stored)[index] ?? Buffer.alloc(0)),
        ]),
    ],
    [
      'a chunk left out',
      (stored) => Buffer.concat([stored.subarray(0, HEADER), ...chunks(stored).filter((_, index) => index !== 1)]),
    ],
    [
      'a chunk doubled',
      (stored) =>
        Buffer.concat([
          stored.subarray(0, HEADER),
          ...chunks(stored).flatMap((chunk, index) => (index === 1 ? [chunk, chunk] : [chunk])),
        ]),
    ],
  ])('is refused (%s)', async (_what, change) => {
    await expect(open(change(await seal(plain)))).rejects.toThrow();
  });

  it('is refused with another name, another key or chunks of another object', async () => {
    const [stored, other] = [await seal(plain), await seal(plain)];
    await expect(open(stored, 'attachment-2')).rejects.toThrow();
    await expect(open(stored, 'attachment-1', randomBytes(32))).rejects.toThrow();
    const mixed = Buffer.concat([stored.subarray(0, HEADER + STORED_CHUNK), other.subarray(HEADER + STORED_CHUNK)]);
    await expect(open(mixed)).rejects.toThrow();
  });

  it('is refused when the last chunk is presented as a middle one', async () => {
    const stored = await seal(plain);
    const cipher = new ObjectCipher(dataKey, stored.subarray(0, HEADER), 'attachment-1');
    const { offset, length } = spanOf(3, 4, plain.length);
    expect(() => cipher.openAll(3, stored.subarray(offset, offset + length), plain.length + CHUNK)).toThrow();
  });
});
