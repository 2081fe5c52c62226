import { AppError } from '@duet/service-kit';
import { probe } from '../videos/ffmpeg.js';
import { type FilmFormat, type SoundFormat, prepareFilm, prepareSound } from '../videos/videos.js';
import { type PictureFormat, preparePicture } from '../images/pictures.js';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { type Format, fileKindOf, namedAs } from './file-kind.js';
import type { PreparedFile } from './rendition.js';
import { safeFilename } from './safe-filename.js';

const PICTURES: readonly Format[] = ['jpeg', 'png', 'gif', 'webp', 'heic'];
const FILMS: readonly Format[] = ['mp4', 'mov', 'webm'];

const isPicture = (format: Format): format is PictureFormat => PICTURES.includes(format);
const isFilm = (format: Format): format is FilmFormat => FILMS.includes(format);
const isSound = (format: Format): format is SoundFormat => !isPicture(format) && !isFilm(format);

/** Decoding and encoding wait for their turn. */
export type Heavily = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Looks at what was sent and makes of it what is kept; the bytes decide, and the name must agree with them. What is only
 * loaded and never shown stays as it came.
 * @param keepsFacts pictures go on telling of the camera
 * @throws AppError FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS, UNAVAILABLE
 */
export async function prepareFile({ path, filename: given, bytes, sha256 }: ReceivedFile, folder: string, heavily: Heavily, keepsFacts = false): Promise<PreparedFile> {
  if (bytes === 0) throw new AppError('FILE_UNREADABLE');
  const filename = safeFilename(given);
  const { format, mimeType } = await fileKindOf(path, filename);
  const made = format === null ? { kind: 'file' as const, original: { path, bytes, sha256, mimeType } } : await heavily(() => shown(path, format, folder, keepsFacts));
  return { ...made, sha256, filename: namedAs(filename, made.original.mimeType) };
}

async function shown(path: string, format: Format, folder: string, keepsFacts: boolean): Promise<Omit<PreparedFile, 'filename' | 'sha256'>> {
  if (isPicture(format)) return { kind: 'image', ...(await preparePicture(path, format, folder, keepsFacts)) };
  const probed = await probe({ path, format });
  if (isFilm(format) && probed.video) return { kind: 'video', ...(await prepareFilm(path, format, probed, folder)) };
  const sound: SoundFormat = isSound(format) ? format : format === 'webm' ? 'ogg' : 'm4a';
  return { kind: 'file', ...(await prepareSound(path, sound, format, probed, folder)) };
}
