import { classes } from '../../../ui/classes.js';
import styles from '../atmosphere.module.css';

/** Each lamp with the beat in which it breathes. */
const LAMPS = [
  [38, 98, 0],
  [112, 86, 1],
  [196, 74, 2],
  [290, 60, 3],
  [352, 44, 0],
] as const;

const STARS = [
  [24, 22],
  [70, 40],
  [128, 18],
  [160, 48],
  [228, 24],
  [252, 12],
  [322, 14],
  [384, 52],
] as const;

/** The hill above the river at night, with the lamps that two have lit. */
export function Lamps() {
  return (
    <>
      {STARS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.3" className={styles.moon} />
      ))}
      <path d="M0 124c60-20 118-6 180-30S308 52 400 46v114H0z" className={styles.far} />
      <path
        d="M60 124V96l12-10 12 10v24zM150 110V82l14-11 14 11v22zM236 92V66l12-10 12 10v18z"
        className={styles.wall}
      />
      <path d="M68 100h8v9h-8zM159 86h9v9h-9zM244 70h8v8h-8z" className={styles.glow} />
      <path d="M0 150c90-22 150-6 222-26s116-36 178-30v66H0z" className={styles.near} />
      {LAMPS.map(([x, y, order]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle r="24" className={classes(styles.halo, styles[`beat${order}`])} />
          <circle r="5" className={styles.glow} />
          <path d="M-1.5 7h3v62h-3zM-6 7h12l2-14h-16zm-1-16h14L0-16z" className={styles.post} />
          <circle r="4" className={styles.glow} />
        </g>
      ))}
      <path d="M242 122v-13a4 4 0 1 1 5 0v13zm14-3v-12a4 4 0 1 1 5 0v12z" className={styles.walkers} />
      <path d="M251 118l9-30" className={styles.pole} />
      <circle cx="260" cy="87" r="3" className={styles.glow} />
    </>
  );
}
