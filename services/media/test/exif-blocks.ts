/** Builds and parses EXIF blocks independently of the service's parser. */

type Value = string | number[] | [number, number][] | Buffer;
type Ifd = Record<number, Value>;

const ASCII = 2;
const LONG = 4;
const RATIONAL = 5;
const UNDEFINED = 7;

const POINTERS = { photo: 0x8769, gps: 0x8825, thumbnail: 0x0201, thumbnailLength: 0x0202 };

function encoded(value: Value): { type: number; count: number; bytes: Buffer } {
  if (typeof value === 'string')
    return { type: ASCII, count: value.length + 1, bytes: Buffer.from(`${value}\0`, 'latin1') };
  if (Buffer.isBuffer(value)) return { type: UNDEFINED, count: value.length, bytes: value };
  const isRational = Array.isArray(value[0]);
  const numbers = value.flat();
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
  return { type: isRational ? RATIONAL : LONG, count: value.length, bytes };
}

/** One IFD at offset `at` with the values that follow it. */
function directory(ifd: Ifd, at: number, next: number): Buffer {
  const entries = Object.entries(ifd)
    .map(([tag, value]) => ({ tag: Number(tag), ...encoded(value) }))
    .toSorted((a, b) => a.tag - b.tag);
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16BE(entries.length, 0);
  const data: Buffer[] = [];
  let place = at + head.length;
  entries.forEach(({ tag, type, count, bytes }, index) => {
    const entry = 2 + index * 12;
    head.writeUInt16BE(tag, entry);
    head.writeUInt16BE(type, entry + 2);
    head.writeUInt32BE(count, entry + 4);
    if (bytes.length <= 4) bytes.copy(head, entry + 8);
    else {
      head.writeUInt32BE(place, entry + 8);
      data.push(bytes);
      place += bytes.length;
    }
  });
  head.writeUInt32BE(next, head.length - 4);
  return Buffer.concat([head, ...data]);
}

/** A whole block with camera, time, place and thumbnail. */
export function exifBlock(camera: Ifd, photo: Ifd, gps: Ifd, thumbnail: Buffer): Buffer {
  const sized = (first: Ifd): number[] => {
    const photoAt = 8 + directory(first, 8, 0).length;
    const gpsAt = photoAt + directory(photo, 0, 0).length;
    const smallAt = gpsAt + directory(gps, 0, 0).length;
    return [photoAt, gpsAt, smallAt];
  };
  const [photoAt = 0, gpsAt = 0, smallAt = 0] = sized({ ...camera, [POINTERS.photo]: [0], [POINTERS.gps]: [0] });
  const first = { ...camera, [POINTERS.photo]: [photoAt], [POINTERS.gps]: [gpsAt] };
  const small = (offset: number): Buffer =>
    directory({ [POINTERS.thumbnail]: [offset], [POINTERS.thumbnailLength]: [thumbnail.length] }, smallAt, 0);
  const header = Buffer.from('4d4d002a00000008', 'hex');
  return Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    header,
    directory(first, 8, smallAt),
    directory(photo, photoAt, 0),
    directory(gps, gpsAt, 0),
    small(smallAt + small(0).length),
    thumbnail,
  ]);
}

/** A JPEG with additional APP1 segments. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  const framed = segments.map((segment) => {
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(segment.length + 2, 2);
    return Buffer.concat([head, segment]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...framed, jpeg.subarray(2)]);
}

/** The names of a JPEG's segments before its pixels. */
export function segmentsOf(jpeg: Buffer): string[] {
  const names: string[] = [];
  for (let at = 2; jpeg.readUInt16BE(at) !== 0xffda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker >= 0xe0 && marker <= 0xef) names.push(jpeg.toString('latin1', at + 4, jpeg.indexOf(0, at + 4)));
  }
  return names;
}

const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8];

/** Every tag of every directory of a TIFF, with its value as text. */
export function tagsOf(block: Buffer): Record<string, Record<number, string>> {
  const tiff = block.toString('latin1', 0, 4) === 'Exif' ? block.subarray(6) : block;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const valueAt = (entry: number): string => {
    const [type, count] = [u16(entry + 2), u32(entry + 4)];
    const size = (SIZES[type] ?? 1) * count;
    const at = size <= 4 ? entry + 8 : u32(entry + 8);
    if (type === ASCII) return tiff.toString('latin1', at, at + count - 1);
    if (type === 3) return String(u16(at));
    if (type === LONG) return String(u32(at));
    if (type === RATIONAL) return String(u32(at) / u32(at + 4));
    return tiff.toString('hex', at, at + size);
  };
  const read = (at: number): { tags: Record<number, string>; next: number } => {
    const count = u16(at);
    const entries = Array.from({ length: count }, (_, index) => at + 2 + index * 12);
    return {
      tags: Object.fromEntries(entries.map((entry) => [u16(entry), valueAt(entry)])),
      next: u32(at + 2 + count * 12),
    };
  };
  const first = read(u32(4));
  const inner = (tag: number) => (first.tags[tag] === undefined ? {} : read(Number(first.tags[tag])).tags);
  return {
    camera: first.tags,
    photo: inner(POINTERS.photo),
    gps: inner(POINTERS.gps),
    thumbnail: first.next === 0 ? {} : read(first.next).tags,
  };
}
