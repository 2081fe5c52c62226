import { Link } from '../../ui/link.js';
import type { Hit } from './hits.js';
import { TextWithHits } from './text-with-hits.js';
import styles from './search.module.css';

interface HitListProps {
  hits: readonly Hit[];
  q: string;
  onFollow?: (() => void) | undefined;
}

/** Hits as links to their places. */
export function HitList({ hits, q, onFollow }: HitListProps) {
  return (
    <ul>
      {hits.map(({ id, to, text, about }) => (
        <li key={id}>
          <Link to={to} className={styles.hit} onClick={onFollow}>
            <span className={styles.text} dir="auto">
              <TextWithHits text={text} q={q} />
            </span>
            <span className={styles.meta} dir="auto">
              {about}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
