import type { QuoteView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { plainWords } from '../../marks/marks.js';
import { said, t } from '../../texts/index.js';

/** The text of a quote. A message without text is an attachment. */
export const quotedWords = ({ content, deletedAt }: Pick<QuoteView, 'content' | 'deletedAt'>): string => {
  if (deletedAt !== null) return said(TEXTS.messageDeleted);
  return content === '' ? t('messages.attachment') : plainWords(content).replaceAll(/\s+/g, ' ');
};
