import type { QuoteView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { useActs } from './acts.js';
import styles from './quote.module.css';

/** A quoted message without words of its own was a picture, a voice note or a file. */
export const quotedWords = ({ content, deletedAt }: Pick<QuoteView, 'content' | 'deletedAt'>): string => {
  if (deletedAt !== null) return TEXTS.messageDeleted;
  return content === '' ? 'Attachment' : content;
};

/** What a message answers; a press goes there. */
export function Quote({ quote }: { quote: QuoteView }) {
  const { jump, nameOf } = useActs();
  const name = nameOf(quote.sender._id);
  return (
    <button type="button" className={styles.quote} aria-label={`In reply to ${name}: ${quotedWords(quote)}. Go to the message`} onClick={() => jump(quote.seq)}>
      <span className={styles.name}>{name}</span>
      <span className={styles.words} dir="auto">
        {quotedWords(quote)}
      </span>
    </button>
  );
}
