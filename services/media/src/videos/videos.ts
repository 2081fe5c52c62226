import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Format } from '../files/file-kind.js';
import { type PreparedFile, type Rendition, renditionOf } from '../files/rendition.js';
import { makeThumbnail } from '../images/pictures.js';
import { type Probed, SILENT, ffmpeg, probe } from './ffmpeg.js';

export type FilmFormat = Extract<Format, 'mp4' | 'mov' | 'webm'>;
export type SoundFormat = Extract<Format, 'mp3' | 'm4a' | 'ogg' | 'wav' | 'flac'>;

/** Codecs that MP4 allows, so that a QuickTime video can be remuxed without encoding. */
const IN_MP4 = {
  video: ['h264', 'hevc', 'av1', 'vp9', 'mpeg4'],
  audio: ['aac', 'mp3', 'opus', 'ac3', 'eac3', 'alac', 'flac'],
};

interface Container {
  name: 'mp4' | 'mov' | 'webm';
  mimeType: string;
}

const MP4: Container = { name: 'mp4', mimeType: 'video/mp4' };

function containerFor(format: FilmFormat, { video, audio }: Probed): Container {
  if (format === 'webm') return { name: 'webm', mimeType: 'video/webm' };
  const fits = IN_MP4.video.includes(video?.codec ?? '') && (audio === null || IN_MP4.audio.includes(audio.codec));
  return fits || format === 'mp4' ? MP4 : { name: 'mov', mimeType: 'video/quicktime' };
}

type Film = Omit<PreparedFile, 'kind' | 'filename' | 'sha256'>;

/**
 * Remuxes a video without metadata, with the index in front so that it plays while it loads, and makes a poster in two sizes.
 * The streams are copied, not encoded.
 * @throws AppError FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS, UNAVAILABLE
 */
export async function prepareFilm(path: string, format: FilmFormat, probed: Probed, folder: string): Promise<Film> {
  const { video, duration } = probed;
  if (!video || video.width === 0 || video.height === 0) throw new AppError('FILE_UNREADABLE');
  if (video.width * video.height > LIMITS.avatarPixels) throw new AppError('IMAGE_TOO_MANY_PIXELS');
  const { name, mimeType } = containerFor(format, probed);
  const original = await copyOf(
    { path, format },
    ['-map', '0:v:0', '-map', '0:a:0?'],
    join(folder, `original.${name}`),
    name,
    mimeType,
  );
  const poster = await posterOf(path, format, folder);
  const { thumbnail, blur } = await makeThumbnail(poster.path, folder);
  const length = duration ?? (await probe({ path: original.path, format: name })).duration;
  return {
    original,
    display: poster,
    thumbnail,
    blur,
    width: video.width,
    height: video.height,
    ...(length !== null && { duration: length }),
  };
}

async function copyOf(
  source: { path: string; format: Format },
  streams: string[],
  to: string,
  muxer: string,
  mimeType: string,
): Promise<Rendition> {
  const faststart = ['mp4', 'mov', 'ipod'].includes(muxer) ? ['-movflags', '+faststart'] : [];
  const { code } = await ffmpeg(
    source,
    [...streams, '-c', 'copy', ...SILENT, ...faststart, '-f', muxer, `file:${to}`],
    { seconds: LIMITS.imageSeconds },
  );
  if (code !== 0) throw new AppError('FILE_UNREADABLE', { cause: new Error(`ffmpeg ended with ${code}`) });
  return renditionOf(to, mimeType);
}

/** The first frame, upright. */
async function posterOf(path: string, format: FilmFormat, folder: string): Promise<Rendition> {
  const to = join(folder, 'poster.webp');
  const size = 'scale=w=min(1280\\,iw):h=min(1280\\,ih):force_original_aspect_ratio=decrease';
  const { code } = await ffmpeg(
    { path, format },
    [
      '-map',
      '0:v:0',
      '-frames:v',
      '1',
      '-vf',
      size,
      ...SILENT,
      '-c:v',
      'libwebp',
      '-quality',
      '82',
      '-f',
      'image2',
      '-update',
      '1',
      `file:${to}`,
    ],
    { seconds: LIMITS.imageSeconds },
  );
  if (code !== 0 || !existsSync(to))
    throw new AppError('FILE_UNREADABLE', { cause: new Error(`ffmpeg made no poster (${code})`) });
  return renditionOf(to, 'image/webp');
}

const SOUNDS: Record<SoundFormat, { muxer: string; mimeType: string }> = {
  mp3: { muxer: 'mp3', mimeType: 'audio/mpeg' },
  m4a: { muxer: 'ipod', mimeType: 'audio/mp4' },
  ogg: { muxer: 'ogg', mimeType: 'audio/ogg' },
  wav: { muxer: 'wav', mimeType: 'audio/wav' },
  flac: { muxer: 'flac', mimeType: 'audio/flac' },
};

/** Remuxes an audio file without metadata; the stream is copied. @throws AppError FILE_UNREADABLE, UNAVAILABLE */
export async function prepareSound(
  path: string,
  format: SoundFormat,
  from: Format,
  { duration }: Probed,
  folder: string,
): Promise<Film> {
  const { muxer, mimeType } = SOUNDS[format];
  const original = await copyOf(
    { path, format: from },
    ['-map', '0:a:0'],
    join(folder, `original.${format}`),
    muxer,
    mimeType,
  );
  return { original, ...(duration !== null && { duration }) };
}
