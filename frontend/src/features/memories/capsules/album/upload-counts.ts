import type { AlbumFile } from '../../../../sync/album/index.js';

export interface UploadCounts {
  total: number;
  /** Added now. */
  stored: number;
  /** In the capsule before. */
  known: number;
  failed: number;
  waiting: number;
}

export function countUploads(files: readonly AlbumFile[]): UploadCounts {
  const counts: UploadCounts = { total: files.length, stored: 0, known: 0, failed: 0, waiting: 0 };
  for (const { state } of files) counts[state] += 1;
  return counts;
}
