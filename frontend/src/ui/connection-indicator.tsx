import { classes } from './classes.js';
import styles from './connection-indicator.module.css';

/** Told by shape and words, not by colour alone. */
export function ConnectionIndicator({ connected }: { connected: boolean }) {
  return (
    <span role="status" className={classes(styles.indicator, connected && styles.on)}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{connected ? 'Connected' : 'Disconnected'}</span>
    </span>
  );
}
