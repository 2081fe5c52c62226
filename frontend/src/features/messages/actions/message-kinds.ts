import type { MessageView } from '@duet/contracts';

/** Whether the content is the sender's own words, not the name of a sticker or the title of a card. Own words can be edited. */
export const hasOwnWords = ({ content, sticker, card }: MessageView): boolean => content !== '' && !sticker && !card;

/** A voice note is kept once it has a recording that plays everywhere. A card's thing has a place of its own. */
export const isKeepable = ({ content, attachments, voiceStatus, card }: MessageView): boolean =>
  voiceStatus !== 'processing' &&
  voiceStatus !== 'failed' &&
  card === null &&
  (content !== '' || attachments.length > 0);
