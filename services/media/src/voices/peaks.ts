import type { Readable } from 'node:stream';
import { LIMITS } from '@duet/contracts';

/** What a sample may be at most, and what is as good as silence. */
const LOUDEST = 32_768;
const SILENCE = 0.005;

export interface Heard {
  /** How many samples there are. */
  samples: number;
  waveform: number[];
}

/** Loudest samples of short blocks: ten minutes of sound are some thousand numbers. */
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

  /** The loudest of each of `count` equal parts, as a share of the loudest of all. */
  peaks(count: number): number[] {
    if (this.samples % this.size !== 0) this.close();
    const parts = Array.from({ length: count }, (_, index) => {
      const [from, to] = [Math.floor((index * this.loudest.length) / count), Math.ceil(((index + 1) * this.loudest.length) / count)];
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

/** Hears signed 16-bit little-endian mono sound from its first to its last sample; never all of it is in memory. */
export async function hear(sound: Readable, blockSize: number): Promise<Heard> {
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
