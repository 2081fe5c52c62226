import { Lock } from 'lucide-react';
import styles from './dates.module.css';

/** That the partner knows nothing of it. */
export function OnlyYou() {
  return (
    <span className={styles.secret}>
      <Lock size={13} aria-hidden />
      Only you see this
    </span>
  );
}
