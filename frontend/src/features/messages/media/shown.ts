import type { AttachmentKind, AttachmentView, MessageView } from '@duet/contracts';
import { attachmentPath } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { useLiveState } from '../../../api/live-context.js';
import { localMedia } from '../../../api/local-media.js';
import type { OutgoingFile } from '../../../api/uploads-state.js';
import type { Line } from '../lines.js';

/** One file as it is shown, whether it is stored or still leaves. */
export interface Shown {
  key: string;
  /** Null while only this browser has it. */
  id: string | null;
  kind: AttachmentKind;
  name: string;
  size: number;
  mimeType: string;
  width: number | undefined;
  height: number | undefined;
  duration: number | undefined;
  waveform: readonly number[];
  /** What is said in it, where somebody's device has written that down. */
  transcript: string | undefined;
  blur: string | undefined;
  /** The person's own copy, while this page has it. */
  local: string | null;
  hasThumbnail: boolean;
}

export interface ShownMedia {
  items: Shown[];
  /** What an own upload is called until it is stored. */
  clientMessageId: string;
  /** On its way from this browser. */
  isEcho: boolean;
}

const ofAttachment = (attachment: AttachmentView, local: string | undefined): Shown => ({
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

const ofFile = (file: OutgoingFile, index: number, local: string | undefined): Shown => ({
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

/** The files of a stored message. An own one is looked at from this browser's memory where its files are all still there. */
export function shownOf(message: MessageView): Shown[] {
  const { attachments, clientMessageId } = message;
  const local = localMedia.urlsOf(clientMessageId);
  const isAll = local.length === attachments.length;
  return attachments.map((attachment, index) => ofAttachment(attachment, isAll ? local[index] : undefined));
}

/** What a line carries besides its text; null when that is nothing. */
export function useShownMedia(line: Line): ShownMedia | null {
  const clientMessageId = line.key.split(' ')[1] ?? '';
  const upload = useLiveState((state) => (line.message ? undefined : state.uploads.sends.find((send) => send.clientMessageId === clientMessageId)));
  return useMemo(() => {
    if (line.deleted) return null;
    const local = localMedia.urlsOf(clientMessageId);
    const items = line.message ? shownOf(line.message) : (upload?.files ?? []).map((file, index) => ofFile(file, index, local[index]));
    return items.length === 0 ? null : { items, clientMessageId, isEcho: line.message === null };
  }, [line.message, line.deleted, upload, clientMessageId]);
}

/** The pictures and videos of these messages, for leafing through. */
export const visualsOf = (messages: readonly MessageView[]): { message: MessageView; item: Shown }[] =>
  messages
    .filter((message) => message.deletedAt === null)
    .flatMap((message) => shownOf(message).map((item) => ({ message, item })))
    .filter(({ item }) => item.kind === 'image' || item.kind === 'video');

export const pathOf = (item: Shown, variant: 'original' | 'display' | 'thumbnail'): string => (item.id === null ? '' : attachmentPath(item.id, variant));
