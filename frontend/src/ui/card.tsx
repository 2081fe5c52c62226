import { type ReactNode, type Ref, useId } from 'react';
import { classes } from './classes.js';
import styles from './pieces.module.css';

interface CardProps {
  title?: string;
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

/** A titled card is a landmark named by its title. */
export function Card({ title, children, className, ref }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={classes(styles.card, className)}>{children}</div>;
  return (
    <section ref={ref} aria-labelledby={id} className={classes(styles.card, className)}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
