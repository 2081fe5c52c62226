import { fileTypeFromFile } from 'file-type';
import { AppError } from '@duet/service-kit';
import { extensionOf, renamed } from './safe-filename.js';

/** What we know how to show or play, by what the bytes are. Everything else is a file that is only loaded. */
export type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'heic' | 'mp4' | 'mov' | 'webm' | 'mp3' | 'm4a' | 'ogg' | 'wav' | 'flac';

export interface FileKind {
  /** Null: neither a picture nor a film nor a sound. */
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
  heic: { mimeTypes: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'], extensions: ['heic', 'heif', 'hif'] },
  mp4: { mimeTypes: ['video/mp4', 'video/x-m4v', 'video/3gpp', 'video/3gpp2'], extensions: ['mp4', 'm4v', '3gp', '3g2', 'm4a'] },
  mov: { mimeTypes: ['video/quicktime'], extensions: ['mov', 'qt', 'mp4'] },
  webm: { mimeTypes: ['video/webm', 'audio/webm'], extensions: ['webm', 'weba'] },
  mp3: { mimeTypes: ['audio/mpeg'], extensions: ['mp3', 'mpga'] },
  m4a: { mimeTypes: ['audio/mp4', 'audio/x-m4a', 'audio/x-m4b'], extensions: ['m4a', 'mp4', 'm4b', 'aac'] },
  ogg: { mimeTypes: ['audio/ogg', 'audio/opus', 'application/ogg', 'video/ogg', 'audio/ogg; codecs=opus'], extensions: ['ogg', 'oga', 'opus', 'ogv', 'spx'] },
  wav: { mimeTypes: ['audio/wav', 'audio/vnd.wave', 'audio/x-wav'], extensions: ['wav'] },
  flac: { mimeTypes: ['audio/flac', 'audio/x-flac'], extensions: ['flac'] },
};

const entries = Object.entries(FORMATS) as [Format, Known][];

/** The extensions that promise something to look at or to listen to. */
const PROMISING = new Set(entries.flatMap(([, { extensions }]) => extensions));

/** Files whose type may be told, to be shown beside the name; none of them is ever opened in a page. */
const TOLD = /^(application\/(pdf|zip|gzip|x-7z-compressed|rtf|epub\+zip|vnd\.(openxmlformats-officedocument|oasis\.opendocument)[\w.-]+)|text\/(plain|csv|calendar|vcard))$/;

/** Types that no magic number tells, by their names. */
const PLAIN: Record<string, string> = { txt: 'text/plain', csv: 'text/csv', ics: 'text/calendar', vcf: 'text/vcard', md: 'text/plain' };

const OTHER = 'application/octet-stream';

/**
 * What a file's bytes are, which its name must not contradict.
 * @throws AppError FILE_TYPE_UNSUPPORTED for a name that promises something else
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
  if (PROMISING.has(extension)) throw new AppError('FILE_TYPE_UNSUPPORTED');
  const told = found ?? PLAIN[extension] ?? OTHER;
  return { format: null, mimeType: TOLD.test(told) ? told : OTHER };
}

/** The name with the extension that goes with what the file has become; one without an extension stays so. */
export function namedAs(filename: string, mimeType: string): string {
  const extensions = entries.find(([, { mimeTypes }]) => mimeTypes.includes(mimeType))?.[1].extensions ?? [];
  const [first] = extensions;
  const extension = extensionOf(filename);
  return first === undefined || extension === '' || extensions.includes(extension) ? filename : renamed(filename, first);
}
