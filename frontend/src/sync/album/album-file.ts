import { type ErrorCode, isErrorCode } from '@duet/contracts/plain';
import * as v from 'valibot';

const albumFile = v.object({
  /** The server stores one file per id: a repeat after a lost answer adds nothing. */
  clientId: v.string(),
  userId: v.string(),
  capsuleId: v.string(),
  kind: v.picklist(['image', 'video', 'voice']),
  name: v.string(),
  size: v.number(),
  mimeType: v.string(),
  /** Seconds, of a voice note. */
  duration: v.exactOptional(v.number()),
  /** False keeps it a surprise until its timed capsule opens. */
  isShared: v.boolean(),
  /** The day it is about, `YYYY-MM-DD`, where its author chose one; otherwise the camera's. */
  happenedAt: v.exactOptional(v.string()),
  place: v.exactOptional(
    v.object({ label: v.string(), lat: v.exactOptional(v.number()), lng: v.exactOptional(v.number()) }),
  ),
  /** Sorts over all tabs. */
  order: v.number(),
  /** `known`: the capsule had the same file already. `stored` and `known` stay until the last file of the capsule is through, for the count. */
  state: v.fallback(v.picklist(['waiting', 'stored', 'known', 'failed']), 'waiting'),
  failure: v.fallback(v.nullable(v.custom<ErrorCode>(isErrorCode)), null),
});

/** A file on its way into a capsule. Its bytes are stored apart. */
export type AlbumFile = v.InferOutput<typeof albumFile>;

/** A stored row as an album file; null for anything else. */
export function readAlbumFile(row: unknown): AlbumFile | null {
  const { success, output } = v.safeParse(albumFile, row);
  return success ? output : null;
}

/** The author's choices for files that are added together. */
export type AboutFiles = Pick<AlbumFile, 'isShared' | 'happenedAt' | 'place'>;

/** A chosen file, before it has a place in the queue. */
export interface NewAlbumFile extends Pick<AlbumFile, 'kind' | 'name' | 'size' | 'mimeType' | 'duration'> {
  bytes: Blob;
}
