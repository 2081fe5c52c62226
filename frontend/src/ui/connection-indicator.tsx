import { t } from '../texts/index.js';
import { classes } from './classes.js';
import styles from './connection-indicator.module.css';

/** Shows the connection by shape and text, not by colour alone. */
export function ConnectionIndicator({ connected }: { connected: boolean }) {
  return (
    <span role="status" className={classes(styles.indicator, connected && styles.on)}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{connected ? t('ui.connected') : t('ui.disconnected')}</span>
    </span>
  );
}
