import { t } from '../texts/index.js';
import { classes } from './classes.js';
import styles from './pieces.module.css';

/** The logo: two overlapping circles. */
export function Logo({ size = 28, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <circle className={styles.logoA} cx="11.5" cy="16" r="9.5" />
      <circle className={styles.logoB} cx="20.5" cy="16" r="9.5" />
      <path className={styles.logoOverlap} d="M16 7.63A9.5 9.5 0 0 1 16 24.37 9.5 9.5 0 0 1 16 7.63z" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={classes(styles.wordmark, className)}>
      <Logo />
      {t('common.duet')}
    </span>
  );
}
