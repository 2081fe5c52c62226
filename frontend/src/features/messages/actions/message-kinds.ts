import type { MessageView } from '@duet/contracts';

/** Whether the content is the sender's own words, not the name of a sticker or the title of a card. */
export const hasOwnWords = ({ content, sticker, card }: MessageView): boolean => content !== '' && !sticker && !card;

/** Whether its sender may edit a message: a text with own words. */
export const isEditable = (message: MessageView): boolean => message.messageType === 'text' && hasOwnWords(message);

/** A voice note is kept once it has a recording that plays everywhere. A card's thing has a place of its own. */
export const isKeepable = ({ content, attachments, voiceStatus, card }: MessageView): boolean =>
  voiceStatus !== 'processing' &&
  voiceStatus !== 'failed' &&
  card === null &&
  (content !== '' || attachments.length > 0);
