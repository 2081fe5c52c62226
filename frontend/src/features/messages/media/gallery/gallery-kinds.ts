import type { MessageView } from '@duet/contracts';
import type { GalleryKind } from '../media-api.js';

const LINK = /\b(https?:\/\/|www\.)\S/i;

/** Whether the server lists a message under a kind. A text or a caption with a link is among the links. */
export function isOfKind({ messageType, content }: MessageView, kind: GalleryKind): boolean {
  if (kind === 'link') return messageType !== 'voice' && messageType !== 'notice' && LINK.test(content);
  return kind === 'media' ? messageType === 'image' || messageType === 'video' : messageType === kind;
}
