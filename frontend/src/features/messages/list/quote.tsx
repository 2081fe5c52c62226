import type { QuoteView } from '@duet/contracts';
import { t } from '../../../texts/index.js';
import { useActs } from '../actions/acts.js';
import { quotedWords } from '../quoted-words.js';
import styles from './quote.module.css';

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
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.words} dir="auto">
        {quotedWords(quote)}
      </span>
    </button>
  );
}
