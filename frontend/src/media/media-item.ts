import type { AttachmentKind, AttachmentView } from '@duet/contracts';
import type { PendingFile } from '../sync/index.js';

/** One attachment for display, stored or pending. */
export interface MediaItem {
  key: string;
  /** Null while it is pending. */
  id: string | null;
  kind: AttachmentKind;
  name: string;
  size: number;
  mimeType: string;
  width: number | undefined;
  height: number | undefined;
  duration: number | undefined;
  waveform: readonly number[];
  /** The transcript that the sender's device made. */
  transcript: string | undefined;
  blur: string | undefined;
  /** URL of this page's own copy, if there is one. */
  local: string | null;
  hasThumbnail: boolean;
}

/** @param local URL of this page's own copy */
export const storedItem = (attachment: AttachmentView, local: string | undefined): MediaItem => ({
  key: attachment.id,
  id: attachment.id,
  kind: attachment.kind,
  name: attachment.filename,
  size: attachment.size,
  mimeType: attachment.mimeType,
  width: attachment.width,
  height: attachment.height,
  duration: attachment.duration,
  waveform: attachment.waveform ?? [],
  transcript: attachment.transcript,
  blur: attachment.blur,
  local: local ?? null,
  hasThumbnail: attachment.thumbnail !== undefined,
});

export const pendingItem = (file: PendingFile, index: number, local: string | undefined): MediaItem => ({
  key: String(index),
  id: null,
  kind: file.kind,
  name: file.name,
  size: file.size,
  mimeType: file.mimeType,
  width: file.width,
  height: file.height,
  duration: file.duration,
  waveform: file.waveform ?? [],
  transcript: file.transcript,
  blur: undefined,
  local: local ?? null,
  hasThumbnail: false,
});
