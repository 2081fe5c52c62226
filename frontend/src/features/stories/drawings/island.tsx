import { classes } from '../../../ui/classes.js';
import styles from '../atmosphere.module.css';

/** The island that wanders, with its bow wave, and the boat for two that meets it at dawn. */
export function Island() {
  return (
    <>
      <circle cx="120" cy="104" r="26" className={styles.sun} />
      <path d="M40 34q8-8 14 0 6-8 14 0m18 16q6-6 11 0 5-6 11 0m150-26q6-6 11 0 5-6 11 0" className={styles.thread} />
      <path d="M0 112h400v48H0z" className={styles.water} />
      <g className={styles.drift}>
        <path d="M196 122q10-20 28-26l26-44 20-14 24 34 18 6 20 26q14 6 24 18z" className={styles.far} />
        <path d="M270 38l-20 14-10 17 14-6 10 8 12-10 16 8z" className={styles.snow} />
        <path d="M186 124q16-14 40-12t42-4 44 0 52 16z" className={styles.near} />
        <path
          d="M226 112l-8-16 3 1-6-10 3 1-5-9-5 9 3-1-6 10 3-1-8 16zm-13 0h3v6h-3zM334 112l-8-16 3 1-6-10 3 1-5-9-5 9 3-1-6 10 3-1-8 16zm-15 0h3v6h-3z"
          className={styles.tree}
        />
        <path
          d="M248 116q2-18 12-24m0 0q-10-4-14 4m14-4q8-6 14 2m-14-2q2-10-6-12m6 12q10 2 10 10"
          className={styles.palm}
        />
        <path d="M174 128q12-10 18 0-8-2-18 0zm10 4q40-8 92-2t100 0l-8 6q-40 4-92 0t-92 2z" className={styles.foam} />
      </g>
      <g className={styles.rock}>
        <path d="M86 134h44l-9 13H95z" className={styles.hull} />
        <path d="M106 130V88l22 36zM103 126V96l-15 30z" className={styles.sail} />
        <path d="M105 86h2v50h-2z" className={styles.post} />
        <circle cx="98" cy="131" r="3.4" className={styles.post} />
        <circle cx="117" cy="131" r="3.4" className={styles.post} />
      </g>
      <path
        d="M0 142q14-6 28 0t28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0v18H0z"
        className={classes(styles.water, styles.front)}
      />
    </>
  );
}
