import type { ReactNode } from 'react';
import { classes } from './classes.js';
import styles from './pieces.module.css';

interface BannerProps {
  tone?: 'info' | 'error' | 'ok';
  /** Buttons, after the sentence or below it. */
  action?: ReactNode;
  /** A button at the upper end, where a narrow banner has it too. */
  corner?: ReactNode;
  children: ReactNode;
}

/** A sentence that stays on the page. Screen readers announce errors at once. */
export function Banner({ tone = 'info', action, corner, children }: BannerProps) {
  return (
    <div role={tone === 'error' ? 'alert' : undefined} className={classes(styles.banner, styles[tone])}>
      <div>
        <p>{children}</p>
        {action}
      </div>
      {corner}
    </div>
  );
}
