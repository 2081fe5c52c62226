import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Format } from '../files/file-kind.js';
import { type Rendition, renditionOf } from '../files/rendition.js';
import { SILENT, ffmpeg } from '../videos/ffmpeg.js';
import { type Heard, hear } from './peaks.js';

/** Samples per second that the waveform and the length are taken from, and per block of it. */
const RATE = 8_000;
const BLOCK = 80;

/** Ten minutes are encoded in some seconds; a machine that is busy takes longer. */
const LONGEST = 90;

/** A recorder stops a moment after its limit. */
const GRACE = 2;

/**
 * How long a recording is, in seconds. Browsers do not write that into what they record, so it is walked through once
 * without decoding anything.
 * @throws AppError FILE_UNREADABLE, VOICE_TOO_LONG
 */
export async function probeVoice(path: string, format: Format): Promise<number> {
  const { code, output } = await ffmpeg({ path, format }, ['-map', '0:a:0', '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-'], { seconds: LIMITS.imageSeconds });
  const times = [...output.matchAll(/^out_time_us=(\d+)$/gm)].map(([, time]) => Number(time) / 1_000_000);
  const duration = Math.max(0, ...times);
  if (code !== 0 || times.length === 0) throw new AppError('FILE_UNREADABLE', { cause: new Error(`ffmpeg ended with ${code}`) });
  if (duration > LIMITS.voiceSeconds + GRACE) throw new AppError('VOICE_TOO_LONG');
  return Math.round(duration * 1_000) / 1_000;
}

export interface PlayableVoice {
  file: Rendition;
  duration: number;
  waveform: number[];
}

/** AAC-LC in MP4, index in front: what every browser plays. */
const ENCODED = ['-ac', '1', '-ar', '48000', '-c:a', 'aac', '-profile:a', 'aac_low', '-b:a', '64k', '-movflags', '+faststart', '-f', 'mp4'];

const HEARD = ['-ac', '1', '-ar', String(RATE), '-c:a', 'pcm_s16le', '-f', 's16le'];

/** Makes a recording playable everywhere, and measures it by what is really to be heard. @throws Error when that fails */
export async function makePlayable(path: string, format: Format, to: string, signal: AbortSignal): Promise<PlayableVoice> {
  const sound = ['-map', '0:a:0', '-t', String(LIMITS.voiceSeconds + GRACE), ...SILENT];
  let heard: Heard | null = null;
  const { code } = await ffmpeg({ path, format }, [...sound, ...ENCODED, `file:${to}`, ...sound, ...HEARD, 'pipe:1'], {
    seconds: LONGEST,
    signal,
    read: async (output) => {
      heard = await hear(output, BLOCK);
    },
  });
  return playable(code, heard, to);
}

async function playable(code: number | null, heard: Heard | null, to: string): Promise<PlayableVoice> {
  if (code !== 0 || heard === null || heard.samples === 0) throw new Error(`the recording could not be made playable (${code})`);
  return { file: await renditionOf(to, 'audio/mp4'), duration: Math.round((heard.samples / RATE) * 1_000) / 1_000, waveform: heard.waveform };
}
