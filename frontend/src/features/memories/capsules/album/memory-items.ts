import type { ContributionAttachment } from '@duet/contracts';
import type { MediaItem } from '../../../../media/media-item.js';

/** A file of a contribution as the tiles, the viewer and the player show it. */
export const memoryItem = ({ id, kind, transcript, file }: ContributionAttachment): MediaItem => ({
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
