import type { AttachmentKind } from '@duet/contracts';
import type { PendingFile } from '../../sync/index.js';
import { t } from '../../texts/index.js';

/** Types shown as pictures until the server has decided by the bytes. */
const PICTURES = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
]);

/** How long to wait for a file's dimensions before it is sent without them, in milliseconds. */
const METADATA_TIMEOUT = 3_000;

export interface ChosenFile {
  id: string;
  file: File;
  kind: AttachmentKind;
  /** For the preview in the tray. */
  url: string | null;
  /** Its dimensions and duration, once they are read. */
  details: Promise<PendingFile>;
}

export function kindOf({ type }: File): AttachmentKind {
  if (PICTURES.has(type)) return 'image';
  return type.startsWith('video/') ? 'video' : 'file';
}

const withinTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), METADATA_TIMEOUT))]).catch(
    () => otherwise,
  );

async function sizeOfPicture(file: File): Promise<Partial<PendingFile>> {
  if (!('createImageBitmap' in window)) return {};
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

function detailsOfVideo(url: string): Promise<Partial<PendingFile>> {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', () => {
      const { videoWidth, videoHeight, duration } = video;
      resolve({
        ...(videoWidth > 0 && { width: videoWidth, height: videoHeight }),
        ...(Number.isFinite(duration) && { duration }),
      });
    });
    video.addEventListener('error', () => reject(new Error(t('media.notPlayableHere'))));
    video.src = url;
  });
}

async function readDetails(file: File, kind: AttachmentKind, url: string | null): Promise<PendingFile> {
  const plain: PendingFile = { kind, name: file.name, size: file.size, mimeType: file.type };
  if (kind === 'image') return { ...plain, ...(await withinTime(sizeOfPicture(file), {})) };
  if (kind === 'video' && url !== null) return { ...plain, ...(await withinTime(detailsOfVideo(url), {})) };
  return plain;
}

export function chooseFile(file: File): ChosenFile {
  const kind = kindOf(file);
  const url = kind === 'file' ? null : URL.createObjectURL(file);
  return { id: crypto.randomUUID(), file, kind, url, details: readDetails(file, kind, url) };
}

export function releaseChosen({ url }: ChosenFile): void {
  if (url !== null) URL.revokeObjectURL(url);
}
