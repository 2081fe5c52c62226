import { LIMITS } from '@duet/contracts/plain';
import { kindOf } from '../../../../media/choose/choose-files.js';
import type { NewAlbumFile } from '../../../../sync/album/index.js';

/** Some systems name no type for them. */
const PICTURE_NAMES = /\.(heic|heif)$/i;

export interface Sorted {
  fitting: NewAlbumFile[];
  /** Names of the files that are too large. */
  tooLarge: string[];
  /** Names of the files that are neither pictures, videos nor sound. */
  unsupported: string[];
  /** How many found no room. */
  beyond: number;
}

function albumKindOf(file: File): NewAlbumFile['kind'] | null {
  if (file.type.startsWith('audio/')) return 'voice';
  const kind = kindOf(file);
  if (kind === 'file') return PICTURE_NAMES.test(file.name) ? 'image' : null;
  return kind === 'video' ? 'video' : 'image';
}

/** Sorts chosen files into those that can be added and the reasons for the others. @param room for how many files */
export function sortFiles(files: readonly File[], room: number): Sorted {
  const sorted: Sorted = { fitting: [], tooLarge: [], unsupported: [], beyond: 0 };
  for (const file of files) {
    const kind = albumKindOf(file);
    if (kind === null) sorted.unsupported.push(file.name);
    else if (file.size > LIMITS.fileBytes) sorted.tooLarge.push(file.name);
    else if (sorted.fitting.length >= room) sorted.beyond += 1;
    else sorted.fitting.push({ kind, name: file.name, size: file.size, mimeType: file.type, bytes: file });
  }
  return sorted;
}
