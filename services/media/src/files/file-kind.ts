import { fileTypeFromFile } from 'file-type';
import { AppError } from '@duet/service-kit';
import { extensionOf, renamed } from './safe-filename.js';

/** Formats that Duet displays or plays, detected by the bytes. Other files can only be downloaded. */
export type Format =
  'jpeg' | 'png' | 'gif' | 'webp' | 'heic' | 'mp4' | 'mov' | 'webm' | 'mp3' | 'm4a' | 'ogg' | 'wav' | 'flac';

export interface FileKind {
  /** Null for anything but a picture, video or audio file. */
  format: Format | null;
  mimeType: string;
}

interface Known {
  mimeTypes: readonly string[];
  extensions: readonly string[];
}

const FORMATS: Record<Format, Known> = {
  jpeg: { mimeTypes: ['image/jpeg'], extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { mimeTypes: ['image/png', 'image/apng'], extensions: ['png', 'apng'] },
  gif: { mimeTypes: ['image/gif'], extensions: ['gif'] },
  webp: { mimeTypes: ['image/webp'], extensions: ['webp'] },
  heic: {
    mimeTypes: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    extensions: ['heic', 'heif', 'hif'],
  },
  mp4: {
    mimeTypes: ['video/mp4', 'video/x-m4v', 'video/3gpp', 'video/3gpp2'],
    extensions: ['mp4', 'm4v', '3gp', '3g2', 'm4a'],
  },
  mov: { mimeTypes: ['video/quicktime'], extensions: ['mov', 'qt', 'mp4'] },
  webm: { mimeTypes: ['video/webm', 'audio/webm'], extensions: ['webm', 'weba'] },
  mp3: { mimeTypes: ['audio/mpeg'], extensions: ['mp3', 'mpga'] },
  m4a: { mimeTypes: ['audio/mp4', 'audio/x-m4a', 'audio/x-m4b'], extensions: ['m4a', 'mp4', 'm4b', 'aac'] },
  ogg: {
    mimeTypes: ['audio/ogg', 'audio/opus', 'application/ogg', 'video/ogg', 'audio/ogg; codecs=opus'],
    extensions: ['ogg', 'oga', 'opus', 'ogv', 'spx'],
  },
  wav: { mimeTypes: ['audio/wav', 'audio/vnd.wave', 'audio/x-wav'], extensions: ['wav'] },
  flac: { mimeTypes: ['audio/flac', 'audio/x-flac'], extensions: ['flac'] },
};

const entries = Object.entries(FORMATS) as [Format, Known][];

/** The extensions of pictures, videos and audio files. */
const MEDIA_EXTENSIONS = new Set(entries.flatMap(([, { extensions }]) => extensions));

/** Types of other files that are shown beside the name; a browser never opens such a file inline. */
const LISTED_TYPES = new Set([
  ...['pdf', 'zip', 'gzip', 'x-7z-compressed', 'rtf', 'epub+zip'].map((type) => `application/${type}`),
  ...['plain', 'csv', 'calendar', 'vcard'].map((type) => `text/${type}`),
]);
const LISTED_FAMILIES = ['application/vnd.openxmlformats-officedocument', 'application/vnd.oasis.opendocument'];

const isListed = (mimeType: string): boolean =>
  LISTED_TYPES.has(mimeType) || LISTED_FAMILIES.some((family) => mimeType.startsWith(family));

/** Types without a magic number, by extension. */
const PLAIN: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  md: 'text/plain',
};

const OTHER = 'application/octet-stream';

/** AAC without a container, which shares its extension with the one inside MPEG-4, is no format that Duet plays. */
const isBareAac = (mimeType: string | undefined, extension: string): boolean =>
  mimeType === 'audio/aac' && extension === 'aac';

/**
 * Detects a file's type by its bytes, which its name must not contradict.
 * @throws AppError FILE_TYPE_UNSUPPORTED for an extension of another format
 */
export async function fileKindOf(path: string, filename: string): Promise<FileKind> {
  const found = (await fileTypeFromFile(path))?.mime;
  const extension = extensionOf(filename);
  const known = entries.find(([, { mimeTypes }]) => found !== undefined && mimeTypes.includes(found));
  if (known) {
    const [format, { extensions }] = known;
    if (extension !== '' && !extensions.includes(extension)) throw new AppError('FILE_TYPE_UNSUPPORTED');
    return { format, mimeType: found ?? OTHER };
  }
  if (MEDIA_EXTENSIONS.has(extension) && !isBareAac(found, extension)) throw new AppError('FILE_TYPE_UNSUPPORTED');
  const mimeType = found ?? PLAIN[extension] ?? OTHER;
  return { format: null, mimeType: isListed(mimeType) ? mimeType : OTHER };
}

/** The file name with an extension of the new type; a name without an extension stays as it is. */
export function namedAs(filename: string, mimeType: string): string {
  const extensions = entries.find(([, { mimeTypes }]) => mimeTypes.includes(mimeType))?.[1].extensions ?? [];
  const [first] = extensions;
  const extension = extensionOf(filename);
  return first === undefined || extension === '' || extensions.includes(extension)
    ? filename
    : renamed(filename, first);
}
