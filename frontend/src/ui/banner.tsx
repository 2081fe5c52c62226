import type { ReactNode } from 'react';
import { classes } from './classes.js';
import styles from './pieces.module.css';

interface BannerProps {
  tone?: 'info' | 'error' | 'ok';
  /** A button, at the end. */
  action?: ReactNode;
  children: ReactNode;
}

/** A sentence that stays on the page. Screen readers announce errors at once. */
export function Banner({ tone = 'info', action, children }: BannerProps) {
  return (
    <div role={tone === 'error' ? 'alert' : undefined} className={classes(styles.banner, styles[tone])}>
      <p>{children}</p>
      {action}
    </div>
  );
}
