import { AppError } from '@duet/service-kit';
import { probe } from '../videos/ffmpeg.js';
import { type FilmFormat, type SoundFormat, prepareFilm, prepareSound } from '../videos/videos.js';
import { type PictureFormat, preparePicture } from '../images/pictures.js';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { type Format, fileKindOf, namedAs } from '../files/file-kind.js';
import type { PreparedFile } from '../files/rendition.js';
import { safeFilename } from '../files/safe-filename.js';

const PICTURES: readonly Format[] = ['jpeg', 'png', 'gif', 'webp', 'heic'];
const FILMS: readonly Format[] = ['mp4', 'mov', 'webm'];

const isPicture = (format: Format): format is PictureFormat => PICTURES.includes(format);
const isFilm = (format: Format): format is FilmFormat => FILMS.includes(format);
const isSound = (format: Format): format is SoundFormat => !isPicture(format) && !isFilm(format);

/** Runs decoding and encoding when a worker is free. */
export type RunHeavy = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Detects the type of an upload by its bytes, which its name must not contradict, and makes the files to store. Files that
 * Duet neither displays nor plays stay as they are.
 * @param keepsMetadata pictures keep the camera metadata that `cameraMetadata` allows
 * @throws AppError FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS, UNAVAILABLE
 */
export async function prepareFile(
  { path, filename: given, bytes, sha256 }: ReceivedFile,
  folder: string,
  runHeavy: RunHeavy,
  keepsMetadata = false,
): Promise<PreparedFile> {
  if (bytes === 0) throw new AppError('FILE_UNREADABLE');
  const filename = safeFilename(given);
  const { format, mimeType } = await fileKindOf(path, filename);
  const made =
    format === null
      ? { kind: 'file' as const, original: { path, bytes, sha256, mimeType } }
      : await runHeavy(() => shown(path, format, folder, keepsMetadata));
  return { ...made, sha256, filename: namedAs(filename, made.original.mimeType) };
}

async function shown(
  path: string,
  format: Format,
  folder: string,
  keepsMetadata: boolean,
): Promise<Omit<PreparedFile, 'filename' | 'sha256'>> {
  if (isPicture(format)) return { kind: 'image', ...(await preparePicture(path, format, folder, keepsMetadata)) };
  const probed = await probe({ path, format });
  if (isFilm(format) && probed.video) return { kind: 'video', ...(await prepareFilm(path, format, probed, folder)) };
  const sound: SoundFormat = isSound(format) ? format : format === 'webm' ? 'ogg' : 'm4a';
  return { kind: 'file', ...(await prepareSound(path, sound, format, probed, folder)) };
}
