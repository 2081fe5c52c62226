import { LIMITS } from '@duet/contracts/plain';
import { classes } from './classes.js';
import styles from './pieces.module.css';

/** The count as the badge writes it. The badge's label has to say the same. */
export const countWords = (count: number): string => (count > LIMITS.badgeCap ? `${LIMITS.badgeCap}+` : String(count));

/** A count, '9+' at most, empty at zero. `label` names what is counted; without one, the control does. */
export function Badge({ count, label, className }: { count: number; label?: string; className?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span className={classes(styles.badge, className)} aria-hidden={label === undefined}>
      {countWords(count)}
      {label !== undefined && <span className="visually-hidden"> {label}</span>}
    </span>
  );
}
