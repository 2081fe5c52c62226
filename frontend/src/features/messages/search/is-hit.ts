import type { MessageView, SearchKind } from '@duet/contracts';
import { parseAbsolute, toCalendarDate } from '@internationalized/date';
import { textHitsIn } from '../../../ui/text-hits.js';
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

/** The searching person, and the time zone of the two, whose days a search names. */
export interface Searcher {
  self: string;
  zone: string;
}

/** Whether a search finds a message, as far as a device can tell without the server: its words, not those of a voice note. */
export function isHit(message: MessageView, search: ChatSearch, { self, zone }: Searcher): boolean {
  const { q, from, kind, since, until } = search;
  const day = toCalendarDate(parseAbsolute(message.createdAt, zone)).toString();
  return (
    message.messageType !== 'notice' &&
    (q === '' || textHitsIn(message.content, q).length > 0) &&
    (from === undefined || (message.sender._id === self) === (from === 'me')) &&
    (kind === undefined || KINDS[kind](message)) &&
    (since === undefined || day >= since) &&
    (until === undefined || day <= until)
  );
}
