import type { QuoteView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { messageWords } from '../../marks/message-words.js';
import { said, t } from '../../texts/index.js';

/** The text of a quote. A message without text is an attachment. */
export const quotedWords = (quoted: Pick<QuoteView, 'content' | 'sticker' | 'deletedAt'>): string => {
  if (quoted.deletedAt !== null) return said(TEXTS.messageDeleted);
  return quoted.content === '' ? t('messages.attachment') : messageWords(quoted).replaceAll(/\s+/g, ' ');
};
