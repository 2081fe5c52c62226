import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Format } from '../files/file-kind.js';
import { type Rendition, renditionOf } from '../files/rendition.js';
import { SILENT, ffmpeg } from '../videos/ffmpeg.js';
import { type AudioMeasures, measureAudio } from './peaks.js';

/** Samples per second for waveform and duration, and samples per block. */
const RATE = 8_000;
const BLOCK = 80;

/** Time limit of an encoding in seconds; ten minutes of audio usually take a few. */
const LONGEST = 90;

/** Seconds beyond the limit that are accepted, because recorders stop late. */
const GRACE = 2;

/**
 * Duration of a recording in seconds. Browsers do not write it into their recordings, so ffmpeg reads all packets without
 * decoding them.
 * @throws AppError FILE_UNREADABLE, VOICE_TOO_LONG
 */
export async function probeVoice(path: string, format: Format): Promise<number> {
  const { code, output } = await ffmpeg(
    { path, format },
    ['-map', '0:a:0', '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-'],
    { seconds: LIMITS.imageSeconds },
  );
  const times = [...output.matchAll(/^out_time_us=(\d+)$/gm)].map(([, time]) => Number(time) / 1_000_000);
  const duration = Math.max(0, ...times);
  if (code !== 0 || times.length === 0)
    throw new AppError('FILE_UNREADABLE', { cause: new Error(`ffmpeg ended with ${code}`) });
  if (duration > LIMITS.voiceSeconds + GRACE) throw new AppError('VOICE_TOO_LONG');
  return Math.round(duration * 1_000) / 1_000;
}

export interface PlayableVoice {
  file: Rendition;
  duration: number;
  waveform: number[];
}

/** AAC-LC in MP4 with the index in front, which every browser plays. */
const ENCODED = [
  '-ac',
  '1',
  '-ar',
  '48000',
  '-c:a',
  'aac',
  '-profile:a',
  'aac_low',
  '-b:a',
  '64k',
  '-movflags',
  '+faststart',
  '-f',
  'mp4',
];

const RAW_AUDIO = ['-ac', '1', '-ar', String(RATE), '-c:a', 'pcm_s16le', '-f', 's16le'];

/** Converts a recording to a format that every browser plays, and measures the decoded audio. @throws Error when that fails */
export async function makePlayable(
  path: string,
  format: Format,
  to: string,
  signal: AbortSignal,
): Promise<PlayableVoice> {
  const sound = ['-map', '0:a:0', '-t', String(LIMITS.voiceSeconds + GRACE), ...SILENT];
  let measures: AudioMeasures | null = null;
  const { code } = await ffmpeg(
    { path, format },
    [...sound, ...ENCODED, `file:${to}`, ...sound, ...RAW_AUDIO, 'pipe:1'],
    {
      seconds: LONGEST,
      signal,
      read: async (output) => {
        measures = await measureAudio(output, BLOCK);
      },
    },
  );
  return playable(code, measures, to);
}

async function playable(code: number | null, measures: AudioMeasures | null, to: string): Promise<PlayableVoice> {
  if (code !== 0 || measures === null || measures.samples === 0)
    throw new Error(`the recording could not be converted (${code})`);
  return {
    file: await renditionOf(to, 'audio/mp4'),
    duration: Math.round((measures.samples / RATE) * 1_000) / 1_000,
    waveform: measures.waveform,
  };
}
