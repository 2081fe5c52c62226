import type { AttachmentKind } from '@duet/contracts';
import type { OutgoingFile } from '../../../api/uploads-state.js';
import type { NewUpload } from '../../../api/uploads.js';

/** What the server shows as a picture; it looks at the bytes, this is only how it is shown until then. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'image/heif']);

/** A file that does not tell its size within this time leaves without, in milliseconds. */
const PATIENCE = 3_000;

export interface Chosen {
  id: string;
  file: File;
  kind: AttachmentKind;
  /** To look at before it leaves. */
  url: string | null;
  /** What is known once it was looked into. */
  facts: Promise<OutgoingFile>;
}

export function kindOf({ type }: File): AttachmentKind {
  if (PICTURES.has(type)) return 'image';
  return type.startsWith('video/') ? 'video' : 'file';
}

const withinTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE))]).catch(() => otherwise);

async function sizeOfPicture(file: File): Promise<Partial<OutgoingFile>> {
  if (!('createImageBitmap' in window)) return {};
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

function factsOfVideo(url: string): Promise<Partial<OutgoingFile>> {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', () => {
      const { videoWidth, videoHeight, duration } = video;
      resolve({ ...(videoWidth > 0 && { width: videoWidth, height: videoHeight }), ...(Number.isFinite(duration) && { duration }) });
    });
    video.addEventListener('error', () => reject(new Error('not playable here')));
    video.src = url;
  });
}

async function lookInto(file: File, kind: AttachmentKind, url: string | null): Promise<OutgoingFile> {
  const plain: OutgoingFile = { kind, name: file.name, size: file.size, mimeType: file.type };
  if (kind === 'image') return { ...plain, ...(await withinTime(sizeOfPicture(file), {})) };
  if (kind === 'video' && url !== null) return { ...plain, ...(await withinTime(factsOfVideo(url), {})) };
  return plain;
}

export function choose(file: File): Chosen {
  const kind = kindOf(file);
  const url = kind === 'file' ? null : URL.createObjectURL(file);
  return { id: crypto.randomUUID(), file, kind, url, facts: lookInto(file, kind, url) };
}

export function letGo({ url }: Chosen): void {
  if (url !== null) URL.revokeObjectURL(url);
}

/**
 * The photos and videos of one choice are one message, each other file is its own.
 * @param keepExif pictures go on telling of the camera
 */
export async function asUploads(chosen: readonly Chosen[], keepExif: boolean): Promise<NewUpload[]> {
  const described = async ({ kind, facts }: Chosen): Promise<OutgoingFile> => ({ ...(await facts), ...(keepExif && kind === 'image' && { keepExif }) });
  const ready = await Promise.all(chosen.map(async (one) => ({ file: one.file, facts: await described(one) })));
  const visuals = ready.filter(({ facts }) => facts.kind !== 'file');
  const groups = [visuals, ...ready.filter(({ facts }) => facts.kind === 'file').map((one) => [one])];
  return groups.flatMap((group) => {
    const [first] = group;
    return first ? [{ messageType: first.facts.kind, files: group.map(({ facts }) => facts), bytes: group.map(({ file }) => file) }] : [];
  });
}
