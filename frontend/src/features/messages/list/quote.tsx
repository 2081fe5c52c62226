import type { QuoteView } from '@duet/contracts';
import { t } from '../../../texts/index.js';
import { useActs } from '../actions/acts.js';
import { quotedWords } from '../quoted-words.js';
import styles from './quote.module.css';

/** The message that a reply refers to; a press scrolls to it. */
export function Quote({ quote }: { quote: QuoteView }) {
  const { jump, nameOf, self } = useActs();
  const name = nameOf(quote.sender._id);
  const by = quote.sender._id === self ? 'you' : 'other';
  const words = quotedWords(quote);
  return (
    <button
      type="button"
      className={styles.quote}
      aria-label={t('messages.inReplyToNameQuoteGo', { by, name, quote: words })}
      onClick={() => jump(quote.seq)}
    >
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.words} dir="auto">
        {words}
      </span>
    </button>
  );
}
