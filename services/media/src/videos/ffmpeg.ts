import { AppError } from '@duet/service-kit';
import { LIMITS } from '@duet/contracts';
import type { Format } from '../files/file-kind.js';
import { type ToolLimits, type ToolOutcome, runTool } from './tool.js';

/** Which reader takes which file: no other can be talked into it, so no playlist and no address is ever followed. */
const DEMUXERS: Partial<Record<Format, string>> = { mp4: 'mov', mov: 'mov', m4a: 'mov', webm: 'matroska', ogg: 'ogg', mp3: 'mp3', wav: 'wav', flac: 'flac' };

const input = (path: string, format: Format): string[] => [
  ...['-protocol_whitelist', 'file', '-max_alloc', '500000000'],
  ...['-f', DEMUXERS[format] ?? 'mov', '-i', `file:${path}`],
];

const QUIET = ['-v', 'error', '-nostdin', '-hide_banner', '-y'];

/** Nothing that the file says about itself goes on: no titles, places, chapters, nor which program wrote it. */
export const SILENT = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

/** Tools that are not there are our fault; what they make of a file is the file's. */
function missing(cause: unknown): never {
  throw new AppError('UNAVAILABLE', { cause });
}

interface Source {
  path: string;
  format: Format;
}

export async function ffmpeg({ path, format }: Source, output: string[], limits: ToolLimits): Promise<ToolOutcome> {
  const before = ['-threads', '1', '-max_pixels', String(LIMITS.avatarPixels)];
  const outcome = await runTool('ffmpeg', [...QUIET, ...before, ...input(path, format), '-threads', '1', ...output], limits).catch(missing);
  if (outcome.code === 127) missing(new Error('ffmpeg is not installed'));
  return outcome;
}

export interface Probed {
  format: string;
  /** Seconds; null when the container does not say. */
  duration: number | null;
  video: { codec: string; width: number; height: number } | null;
  audio: { codec: string } | null;
}

interface RawStream {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
  tags?: { rotate?: string };
}

const PROBE = ['-v', 'error', '-of', 'json', '-show_entries', 'format=duration,format_name:stream=codec_type,codec_name,width,height:stream_disposition=attached_pic:stream_side_data=rotation:stream_tags=rotate'];

/** What a film or a sound consists of. @throws AppError FILE_UNREADABLE, UNAVAILABLE */
export async function probe({ path, format }: Source): Promise<Probed> {
  const { code, output } = await runTool('ffprobe', [...PROBE, ...input(path, format)], { seconds: LIMITS.imageSeconds }).catch(missing);
  if (code === 127) missing(new Error('ffprobe is not installed'));
  if (code !== 0) throw new AppError('FILE_UNREADABLE', { cause: new Error(`ffprobe ended with ${code}`) });
  return probed(JSON.parse(output) as { format?: { duration?: string; format_name?: string }; streams?: RawStream[] });
}

function probed({ format = {}, streams = [] }: { format?: { duration?: string; format_name?: string }; streams?: RawStream[] }): Probed {
  const video = streams.find(({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1);
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  const duration = Number(format.duration);
  return {
    format: format.format_name ?? '',
    duration: Number.isFinite(duration) && duration > 0 ? duration : null,
    video: video ? { codec: video.codec_name ?? '', ...shownSize(video) } : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  };
}

/** A telephone that is held upright turns the film by a note beside it. */
function shownSize({ width = 0, height = 0, side_data_list = [], tags }: RawStream): { width: number; height: number } {
  const turn = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? Number(tags?.rotate ?? 0);
  return Math.abs(turn) % 180 === 90 ? { width: height, height: width } : { width, height };
}
