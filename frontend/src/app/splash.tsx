import { Mark } from '../ui/mark.js';
import styles from './app.module.css';

/** Shows only when there is something to wait for. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label="Loading Duet">
      <Mark size={56} />
    </div>
  );
}
