import type { ReactNode } from 'react';
import styles from './design-page.module.css';

/** A piece of `ui` under its name, in its states. */
export function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.piece} aria-label={name}>
      <p className={styles.name}>{name}</p>
      <div className={styles.states}>{children}</div>
    </section>
  );
}
