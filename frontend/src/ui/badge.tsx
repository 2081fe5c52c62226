import { LIMITS } from '@duet/contracts/plain';
import { classes } from './classes.js';
import styles from './pieces.module.css';

/** A count that stops at '9+' and is nothing at zero. `label` is what is counted; without one, its control names it. */
export function Badge({ count, label, className }: { count: number; label?: string; className?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span className={classes(styles.badge, className)} aria-hidden={label === undefined}>
      {count > LIMITS.badgeCap ? `${LIMITS.badgeCap}+` : count}
      {label !== undefined && <span className="visually-hidden"> {label}</span>}
    </span>
  );
}
