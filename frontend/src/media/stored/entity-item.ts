import type { AttachmentKind, EntityFileView } from '@duet/contracts';
import type { MediaItem } from '../media-item.js';

/** A file of a capsule or a challenge. */
export interface EntityFile {
  id: string;
  kind: AttachmentKind;
  /** Of a kept voice note, from the speaker's device. */
  transcript?: string | null;
  file: EntityFileView | null;
}

/** A file of an entity as the tiles, the viewer and the player show it. */
export const entityItem = ({ id, kind, transcript, file }: EntityFile): MediaItem => ({
  key: id,
  id,
  kind,
  name: file?.filename ?? '',
  size: file?.size ?? 0,
  mimeType: file?.mimeType ?? '',
  width: file?.width,
  height: file?.height,
  duration: file?.duration,
  waveform: file?.waveform ?? [],
  transcript: transcript ?? undefined,
  blur: file?.blur,
  local: null,
  hasThumbnail: file?.thumbnail !== undefined,
});
