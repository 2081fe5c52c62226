import { type ReactNode, type Ref, useId } from 'react';
import { classes } from './classes.js';
import styles from './pieces.module.css';

/** `plain` has no frame, for what one only reads; `warm` is for the one card that matters today. */
export type CardLook = 'raised' | 'plain' | 'warm';

interface CardProps {
  look?: CardLook;
  title?: string;
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

const LOOKS = { raised: undefined, plain: styles.plain, warm: styles.warm } as const;

/** A titled card is a landmark named by its title. */
export function Card({ look = 'raised', title, children, className, ref }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={classes(styles.card, LOOKS[look], className)}>{children}</div>;
  return (
    <section ref={ref} aria-labelledby={id} className={classes(styles.card, LOOKS[look], className)}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
