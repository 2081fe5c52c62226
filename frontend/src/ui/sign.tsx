import type { ReactNode } from 'react';
import { classes } from './classes.js';
import styles from './shelf.module.css';
import { type Tint, tintClass } from './tint.js';

interface SignProps {
  tint: Tint;
  isLarge?: boolean;
  /** An icon or an emoji; the words beside the sign say the same. */
  children?: ReactNode;
}

/** The sign of a kind of things: an icon on its colour. */
export const Sign = ({ tint, isLarge = false, children }: SignProps) => (
  <span className={classes(styles.sign, tintClass(tint), isLarge && styles.large)} aria-hidden>
    {children}
  </span>
);
