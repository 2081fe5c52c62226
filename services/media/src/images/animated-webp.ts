/** The metadata chunks of WebP. */
const METADATA = ['EXIF', 'XMP '];
const METADATA_FLAGS = 0x0c;

/** The chunks of an animation; all others are dropped. */
const PICTURE = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'];

/**
 * Removes the metadata of an animated WebP; its frames stay byte for byte (WebP container specification).
 * @throws RangeError for a truncated file
 */
export function cleanAnimatedWebp(file: Buffer): Buffer {
  const end = 8 + file.readUInt32LE(4);
  const kept: Buffer[] = [];
  for (let at = 12; at < end;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (next > file.length) throw new RangeError('a chunk is truncated');
    if (PICTURE.includes(name) && !METADATA.includes(name)) kept.push(file.subarray(at, next));
    at = next;
  }
  const [extended, ...rest] = kept;
  if (extended?.toString('latin1', 0, 4) !== 'VP8X') throw new RangeError('not an animated WebP');
  const header = Buffer.from(extended);
  header.writeUInt8(header.readUInt8(8) & ~METADATA_FLAGS, 8);
  const body = Buffer.concat([Buffer.from('WEBP'), header, ...rest]);
  const riff = Buffer.alloc(8, 'RIFF');
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}
