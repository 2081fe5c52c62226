import type { QuoteView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { t } from '../../../texts/index.js';
import { useActs } from '../actions/acts.js';
import styles from './quote.module.css';

/** The text of a quote. A message without text is an attachment. */
export const quotedWords = ({ content, deletedAt }: Pick<QuoteView, 'content' | 'deletedAt'>): string => {
  if (deletedAt !== null) return TEXTS.messageDeleted;
  return content === '' ? t('messages.attachment') : content;
};

/** The message that a reply refers to; a press scrolls to it. */
export function Quote({ quote }: { quote: QuoteView }) {
  const { jump, nameOf } = useActs();
  const name = nameOf(quote.sender._id);
  return (
    <button
      type="button"
      className={styles.quote}
      aria-label={t('messages.inReplyToNameQuoteGo', { name, quote: quotedWords(quote) })}
      onClick={() => jump(quote.seq)}
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.words} dir="auto">
        {quotedWords(quote)}
      </span>
    </button>
  );
}
