/** GIF extensions that belong to the picture: frame delays and the number of loops. */
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** The offset after the sub-blocks that begin at `at`. */
function afterSubBlocks(file: Buffer, at: number): number {
  let place = at;
  while (file.readUInt8(place) !== 0) place += file.readUInt8(place) + 1;
  return place + 1;
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

const isPicture = (file: Buffer, at: number): boolean => {
  const label = file.readUInt8(at + 1);
  return label === CONTROL || (label === APPLICATION && LOOPS.includes(file.toString('latin1', at + 3, at + 14)));
};

/**
 * Removes comments, metadata and trailing bytes of a GIF; its frames stay byte for byte (GIF89a specification).
 * @throws RangeError for a truncated or invalid file
 */
export function cleanGif(file: Buffer): Buffer {
  let at = 13 + tableBytes(file.readUInt8(10));
  const kept = [file.subarray(0, at)];
  for (;;) {
    const begin = at;
    const block = file.readUInt8(at);
    if (block === TRAILER) break;
    if (block === EXTENSION) {
      at = afterSubBlocks(file, at + 2);
      if (isPicture(file, begin)) kept.push(file.subarray(begin, at));
    } else if (block === IMAGE) {
      at = afterSubBlocks(file, at + 10 + tableBytes(file.readUInt8(at + 9)) + 1);
      kept.push(file.subarray(begin, at));
    } else throw new RangeError('not a block of a GIF');
  }
  return Buffer.concat([...kept, Buffer.from([TRAILER])]);
}
