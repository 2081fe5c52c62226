import { textHitsIn } from '../../ui/text-hits.js';
import styles from './search.module.css';

/** A text in which the matches of a search are marked. */
export function TextWithHits({ text, q }: { text: string; q: string }) {
  const parts = [];
  let end = 0;
  for (const { from, to } of textHitsIn(text, q)) {
    parts.push(
      text.slice(end, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, to)}
      </mark>,
    );
    end = to;
  }
  return <>{[...parts, text.slice(end)]}</>;
}
