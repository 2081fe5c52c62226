import type { MessageView } from '@duet/contracts';
import { useMemo } from 'react';
import { type MediaItem, pendingItem, storedItem } from '../../../media/media-item.js';
import { localMedia, useLiveState } from '../../../sync/index.js';
import type { Line } from '../lines.js';

export interface MessageMedia {
  items: MediaItem[];
  clientMessageId: string;
  /** It belongs to a pending message. */
  isEcho: boolean;
}

/** The attachments of a stored message. Own files are shown from this page's copies if it has all of them. */
export function mediaItemsOf(message: MessageView): MediaItem[] {
  const { attachments, clientMessageId } = message;
  const local = localMedia.urlsOf(clientMessageId);
  const isAll = local.length === attachments.length;
  return attachments.map((attachment, index) => storedItem(attachment, isAll ? local[index] : undefined));
}

/** The attachments of a line; null when it has none. */
export function useMessageMedia(line: Line): MessageMedia | null {
  const clientMessageId = line.key.split(' ')[1] ?? '';
  const upload = useLiveState((state) =>
    line.message ? undefined : state.pending.messages.find((one) => one.clientMessageId === clientMessageId),
  );
  return useMemo(() => {
    if (line.deleted) return null;
    const local = localMedia.urlsOf(clientMessageId);
    const items = line.message
      ? mediaItemsOf(line.message)
      : (upload?.files ?? []).map((file, index) => pendingItem(file, index, local[index]));
    return items.length === 0 ? null : { items, clientMessageId, isEcho: line.message === null };
  }, [line.message, line.deleted, upload, clientMessageId]);
}

/** The pictures and videos of these messages, for the viewer. */
export const visualItemsOf = (messages: readonly MessageView[]): { message: MessageView; item: MediaItem }[] =>
  messages
    .filter((message) => message.deletedAt === null)
    .flatMap((message) => mediaItemsOf(message).map((item) => ({ message, item })))
    .filter(({ item }) => item.kind === 'image' || item.kind === 'video');
