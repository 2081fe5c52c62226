import type { MessageView, SearchKind } from '@duet/contracts';
import { marksIn } from '../../../ui/marks.js';
import type { ChatSearch } from '../own-marks-api.js';
import { isOfKind } from '../media/gallery/gallery-kinds.js';

const KINDS: Record<SearchKind, (message: MessageView) => boolean> = {
  text: ({ messageType, sticker, card }) => messageType === 'text' && !sticker && !card,
  photo: ({ attachments }) => attachments.some(({ kind }) => kind === 'image'),
  video: ({ attachments }) => attachments.some(({ kind }) => kind === 'video'),
  voice: (message) => isOfKind(message, 'voice'),
  file: (message) => isOfKind(message, 'file'),
  link: (message) => isOfKind(message, 'link'),
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day here (`YYYY-MM-DD`) of an instant. */
function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Whether a search finds a message, as far as a device can tell without the server: its words, not those of a voice note. */
export function isHit(message: MessageView, { q, from, kind, since, until }: ChatSearch, self: string): boolean {
  const day = dayOf(message.createdAt);
  return (
    message.messageType !== 'notice' &&
    (q === '' || marksIn(message.content, q).length > 0) &&
    (from === undefined || (message.sender._id === self) === (from === 'me')) &&
    (kind === undefined || KINDS[kind](message)) &&
    (since === undefined || day >= since) &&
    (until === undefined || day <= until)
  );
}
