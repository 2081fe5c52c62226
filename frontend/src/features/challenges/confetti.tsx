import styles from './confetti.module.css';

const COUNT = 42;
const KINDS = [styles.pair, styles.honey, styles.mulberry, styles.ribbon] as const;

/** Spreads the numbers from 0 on evenly over 0 to 1, in no visible order (the golden ratio's multiples). */
const spread = (at: number, offset: number): number => ((at + offset) * 0.618_034) % 1;

interface Piece {
  kind: string | undefined;
  style: Record<`--${string}`, string>;
}

const PIECES: readonly Piece[] = Array.from({ length: COUNT }, (_, at) => ({
  kind: KINDS[at % KINDS.length],
  style: {
    '--x': `${(spread(at, 0) * 100).toFixed(1)}%`,
    '--delay': `${Math.round(spread(at, 7.3) * 900)}ms`,
    '--time': `${Math.round(2200 + spread(at, 3.1) * 1600)}ms`,
    '--drift': `${((spread(at, 11.9) - 0.5) * 9).toFixed(1)}rem`,
    '--turn': `${Math.round((spread(at, 5.7) - 0.5) * 1400)}deg`,
  },
}));

/** One fall of confetti: ribbons, dots, and the two circles of Duet. Under reduced motion there is none. */
export function Confetti() {
  return (
    <span className={styles.sky} aria-hidden>
      {PIECES.map(({ kind, style }, at) => (
        <span key={at} className={styles.piece} style={style}>
          <span className={kind} />
        </span>
      ))}
    </span>
  );
}
