import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import styles from './search.module.css';

/** What a search for one kind of thing knows so far. */
interface Search<T> {
  currentData?: T[] | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

export const hasFailed = ({ isError, isFetching }: Search<unknown>): boolean => isError && !isFetching;

interface HitGroupProps<T> {
  title: string;
  search: Search<T>;
  children: (hit: T) => ReactNode;
}

/** One kind of hits under its name; without any there is no group. It fails for itself alone. */
export function HitGroup<T>({ title, search, children }: HitGroupProps<T>) {
  const id = useId();
  const { currentData: hits = [], refetch } = search;
  if (hits.length === 0 && !hasFailed(search)) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.group}>
        {title}
      </h2>
      {hasFailed(search) && (
        <p className={styles.line} role="alert">
          Search failed.
          <Button look="ghost" size="small" aria-label={`Try again: ${title}`} onPress={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {hits.length > 0 && <ul>{hits.map(children)}</ul>}
    </section>
  );
}

interface HitProps {
  to: string;
  text: string;
  children: ReactNode;
  onFollow: () => void;
}

export function Hit({ to, text, children, onFollow }: HitProps) {
  return (
    <li>
      <Link to={to} className={styles.hit} onClick={onFollow}>
        <span className={styles.text} dir="auto">
          {text}
        </span>
        <span className={styles.meta}>{children}</span>
      </Link>
    </li>
  );
}
