/** A day in years. */
export const FAR = '2030-12-24';

/** One dark pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Half a second of silence, as a WAV. */
export function recording() {
  const wav = Buffer.alloc(44 + 8_000);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + 8_000, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.set([1, 0, 1, 0], 20);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.set([2, 0, 16, 0], 32);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(8_000, 40);
  return wav;
}
