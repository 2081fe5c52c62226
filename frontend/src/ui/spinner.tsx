import { classes } from './classes.js';
import styles from './spinner.module.css';

export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <svg className={classes(styles.spinner, className)} viewBox="0 0 24 24" fill="none" role="img" aria-label={label}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path
        className={styles.ring}
        d="M12 3a9 9 0 0 1 9 9"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A placeholder for loading content. Its container sets `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes(styles.skeleton, className)} />;
}
