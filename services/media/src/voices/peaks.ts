import type { Readable } from 'node:stream';
import { LIMITS } from '@duet/contracts';

/** The largest sample value, and the share of it that counts as silence. */
const LOUDEST = 32_768;
const SILENCE = 0.005;

export interface AudioMeasures {
  /** Number of samples. */
  samples: number;
  /** Peaks of equal parts, each a share of the highest, 0 to 1. */
  waveform: number[];
}

/** The loudest sample of each short block, so that long recordings need little memory. */
class Blocks {
  private readonly loudest: number[] = [];
  private current = 0;
  samples = 0;

  constructor(private readonly size: number) {}

  add(sample: number): void {
    this.current = Math.max(this.current, Math.abs(sample));
    this.samples += 1;
    if (this.samples % this.size === 0) this.close();
  }

  /** The peak of each of `count` equal parts as a share of the highest peak, 0 to 1. */
  peaks(count: number): number[] {
    if (this.samples % this.size !== 0) this.close();
    const parts = Array.from({ length: count }, (_, index) => {
      const [from, to] = [
        Math.floor((index * this.loudest.length) / count),
        Math.ceil(((index + 1) * this.loudest.length) / count),
      ];
      return Math.max(0, ...this.loudest.slice(from, to)) / LOUDEST;
    });
    const highest = Math.max(...parts);
    return parts.map((part) => (highest < SILENCE ? 0 : Math.round((part / highest) * 1_000) / 1_000));
  }

  private close(): void {
    this.loudest.push(this.current);
    this.current = 0;
  }
}

/** Measures signed 16-bit little-endian mono audio as a stream. @param blockSize samples per block */
export async function measureAudio(sound: Readable, blockSize: number): Promise<AudioMeasures> {
  const blocks = new Blocks(blockSize);
  let rest = Buffer.alloc(0);
  for await (const chunk of sound) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) blocks.add(bytes.readInt16LE(at));
    rest = Buffer.from(bytes.subarray(whole));
  }
  return { samples: blocks.samples, waveform: blocks.peaks(LIMITS.waveformPeaks) };
}
