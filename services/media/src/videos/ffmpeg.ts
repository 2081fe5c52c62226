import { AppError, fromSystem, fromToolOutput } from '@duet/service-kit';
import { LIMITS } from '@duet/contracts';
import type { Format } from '../files/file-kind.js';
import { type ToolLimits, type ToolOutcome, runTool } from '../work/tool.js';

/** The demuxer of each format. A fixed demuxer never follows playlists or URLs inside a file. */
const DEMUXERS: Partial<Record<Format, string>> = {
  mp4: 'mov',
  mov: 'mov',
  m4a: 'mov',
  webm: 'matroska',
  ogg: 'ogg',
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
};

const input = (path: string, format: Format): string[] => [
  ...['-protocol_whitelist', 'file', '-max_alloc', '500000000'],
  ...['-f', DEMUXERS[format] ?? 'mov', '-i', `file:${path}`],
];

const QUIET = ['-v', 'error', '-nostdin', '-hide_banner', '-y'];

/** Options that drop all metadata: titles, places, chapters and the encoder's name. */
export const SILENT = [
  '-map_metadata',
  '-1',
  '-map_metadata:s',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

/** A tool that cannot start is a failure of this machine. */
function missing(cause: unknown): never {
  throw fromSystem(cause) ?? new AppError('UNAVAILABLE', { cause });
}

/** Throws for a missing tool and for a full disk, which may leave the exit code 0. Other failures are the file's. */
function checked(outcome: ToolOutcome, tool: string): ToolOutcome {
  if (outcome.code === 127) missing(new Error(`${tool} is not installed`));
  const exhausted = fromToolOutput(outcome.errors);
  if (exhausted) throw exhausted;
  return outcome;
}

interface Source {
  path: string;
  format: Format;
}

/** Runs ffmpeg on an untrusted file. @param output arguments after the input @throws AppError UNAVAILABLE */
export async function ffmpeg({ path, format }: Source, output: string[], limits: ToolLimits): Promise<ToolOutcome> {
  const before = ['-threads', '1', '-max_pixels', String(LIMITS.avatarPixels)];
  return checked(
    await runTool('ffmpeg', [...QUIET, ...before, ...input(path, format), '-threads', '1', ...output], limits).catch(
      missing,
    ),
    'ffmpeg',
  );
}

export interface Probed {
  format: string;
  /** Seconds; null when the container does not state it. */
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

const PROBE = [
  '-v',
  'error',
  '-of',
  'json',
  '-show_entries',
  'format=duration,format_name:stream=codec_type,codec_name,width,height:stream_disposition=attached_pic:stream_side_data=rotation:stream_tags=rotate',
];

/** Reads the streams of a video or audio file. @throws AppError FILE_UNREADABLE, UNAVAILABLE */
export async function probe({ path, format }: Source): Promise<Probed> {
  const { code, output } = checked(
    await runTool('ffprobe', [...PROBE, ...input(path, format)], { seconds: LIMITS.imageSeconds }).catch(missing),
    'ffprobe',
  );
  if (code !== 0) throw new AppError('FILE_UNREADABLE', { cause: new Error(`ffprobe ended with ${code}`) });
  return probed(JSON.parse(output) as { format?: { duration?: string; format_name?: string }; streams?: RawStream[] });
}

function probed({
  format = {},
  streams = [],
}: {
  format?: { duration?: string; format_name?: string };
  streams?: RawStream[];
}): Probed {
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  const duration = Number(format.duration);
  return {
    format: format.format_name ?? '',
    duration: Number.isFinite(duration) && duration > 0 ? duration : null,
    video: video ? { codec: video.codec_name ?? '', ...displaySize(video) } : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  };
}

/** The displayed size: phones store portrait videos as landscape with a rotation. */
function displaySize({ width = 0, height = 0, side_data_list = [], tags }: RawStream): {
  width: number;
  height: number;
} {
  const turn = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? Number(tags?.rotate ?? 0);
  return Math.abs(turn) % 180 === 90 ? { width: height, height: width } : { width, height };
}
