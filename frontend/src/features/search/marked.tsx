import { marksIn } from '../../ui/marks.js';
import styles from './search.module.css';

/** A text in which the matches of a search are marked. */
export function Marked({ text, q }: { text: string; q: string }) {
  const parts = [];
  let end = 0;
  for (const { from, to } of marksIn(text, q)) {
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
