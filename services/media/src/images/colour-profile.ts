const BOX = Buffer.from('colrprof');
/** Most bytes of a profile in one JPEG segment. */
const LARGEST = 65_000;

/** The ICC profile of a HEIF file; null without one. */
export function profileOf(heif: Buffer): Buffer | null {
  const at = heif.indexOf(BOX);
  if (at < 4) return null;
  const size = heif.readUInt32BE(at - 4);
  const profile = heif.subarray(at + BOX.length, at - 4 + size);
  const whole = profile.length > 128 && profile.length < LARGEST && profile.readUInt32BE(0) === profile.length;
  return whole && profile.toString('latin1', 36, 40) === 'acsp' ? profile : null;
}

/** Adds an ICC profile to a JPEG. */
export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, name, profile, jpeg.subarray(2)]);
}
