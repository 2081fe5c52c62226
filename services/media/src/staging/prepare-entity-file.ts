import { readFile } from 'node:fs/promises';
import type { AttachmentKind, EntityFileKind } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type Format, fileKindOf } from '../files/file-kind.js';
import type { PreparedFile } from '../files/rendition.js';
import { exifOf } from '../images/camera-metadata.js';
import { sharp } from '../images/decoders.js';
import { readTaken } from '../images/read-camera-metadata.js';
import type { Taken } from '../images/taken.js';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { probe } from '../videos/ffmpeg.js';
import { type RunHeavy, prepareFile } from './prepare-file.js';

/** A file of an entity, ready to be stored. */
export interface PreparedEntityFile<Kind extends AttachmentKind = EntityFileKind> {
  kind: Kind;
  file: PreparedFile;
  /** The camera's metadata of a picture, read before it is removed. */
  taken: Taken;
  /** The format of a recording that a voice job has to convert. */
  voice?: Format;
}

const PICTURES: readonly Format[] = ['jpeg', 'png', 'gif', 'webp', 'heic'];

/** Formats that hold a video, or only sound. */
const EITHER: readonly Format[] = ['mp4', 'webm'];

/** Prepares a recording: checks its type and length and leaves its bytes as they are. */
export type PrepareVoice = (file: ReceivedFile) => Promise<{ prepared: PreparedFile; format: Format }>;

/**
 * Makes the files to store of a picture, a video or a voice note. A picture always loses its metadata.
 * @throws AppError FILE_TYPE_UNSUPPORTED also for every other file; as `prepareFile` and `FilePreparer.prepareVoice`
 */
export async function prepareEntityFile(
  received: ReceivedFile,
  folder: string,
  runHeavy: RunHeavy,
  prepareVoice: PrepareVoice,
): Promise<PreparedEntityFile> {
  if (received.bytes === 0) throw new AppError('FILE_UNREADABLE');
  const { format } = await fileKindOf(received.path, received.filename);
  if (format === null) throw new AppError('FILE_TYPE_UNSUPPORTED');
  if (PICTURES.includes(format)) {
    const taken = await runHeavy(() => takenFrom(received.path, format));
    return { kind: 'image', file: await prepareFile(received, folder, runHeavy), taken };
  }
  if (await isFilm(received.path, format, runHeavy)) {
    const file = await prepareFile(received, folder, runHeavy);
    if (file.kind !== 'video') throw new AppError('FILE_TYPE_UNSUPPORTED');
    return { kind: 'video', file, taken: {} };
  }
  const { prepared, format: voice } = await prepareVoice(received);
  return { kind: 'voice', file: prepared, taken: {}, voice };
}

async function isFilm(path: string, format: Format, runHeavy: RunHeavy): Promise<boolean> {
  if (!EITHER.includes(format)) return format === 'mov';
  return (await runHeavy(() => probe({ path, format }))).video !== null;
}

/** An unreadable block says nothing; the decoder decides about the picture. */
async function takenFrom(path: string, format: Format): Promise<Taken> {
  const exif =
    format === 'heic'
      ? exifOf(await readFile(path))
      : await sharp(path, { limitInputPixels: false })
          .metadata()
          .then(
            (about) => about.exif,
            () => null,
          );
  return exif ? readTaken(exif) : {};
}
