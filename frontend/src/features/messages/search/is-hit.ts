import type { MessageView, SearchKind } from '@duet/contracts';
import { parseAbsolute, toCalendarDate } from '@internationalized/date';
import { stickerName } from '../../../texts/index.js';
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

/** A sticker's name on the page; its message has the English one as content. */
const nameOf = ({ sticker, content }: MessageView): string => stickerName(sticker, content);

/** Whether a search finds a message, as far as a device can tell without the server: its words, not those of a voice note. */
export function isHit(message: MessageView, search: ChatSearch, { self, zone }: Searcher): boolean {
  const { q, from, kind, since, until } = search;
  const day = toCalendarDate(parseAbsolute(message.createdAt, zone)).toString();
  return (
    message.messageType !== 'notice' &&
    (q === '' || [message.content, nameOf(message)].some((words) => textHitsIn(words, q).length > 0)) &&
    (from === undefined || (message.sender._id === self) === (from === 'me')) &&
    (kind === undefined || KINDS[kind](message)) &&
    (since === undefined || day >= since) &&
    (until === undefined || day <= until)
  );
}
