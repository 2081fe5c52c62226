import styles from '../atmosphere.module.css';

/** The Café Almost at night: a lit window, a cat, a pigeon, and a spoon where the moon shines. */
export function Cafe() {
  return (
    <>
      <circle cx="62" cy="34" r="18" className={styles.moon} />
      <path d="M0 160V96h46l16-20h40l16 20h30v64z" className={styles.far} />
      <path d="M56 112h14v18H56zM88 112h14v18H88z" className={styles.glow} />
      <path d="M150 160V56h178v104z" className={styles.wall} />
      <path d="M142 56h194l10 26H132z" className={styles.awning} />
      <path
        d="M132 82h27a13 11 0 0 1-27 0zm54 0h27a13 11 0 0 1-27 0zm53 0h27a13 11 0 0 1-27 0zm54 0h27a13 11 0 0 1-27 0z"
        className={styles.awning}
      />
      <path
        d="M159 82h27a13 11 0 0 1-27 0zm54 0h26a13 11 0 0 1-26 0zm53 0h27a13 11 0 0 1-27 0zm54 0h26a13 11 0 0 1-26 0z"
        className={styles.stripe}
      />
      <rect x="170" y="104" width="74" height="38" rx="4" className={styles.glow} />
      <path d="M206 104v38m-36-19h74" className={styles.bars} />
      <rect x="266" y="102" width="38" height="58" rx="4" className={styles.glow} />
      <circle cx="297" cy="133" r="2.5" className={styles.near} />
      <path d="M192 142v-9h18v5a6 6 0 0 1-6 6h-6a6 6 0 0 1-6-6zm18-6h4a4 4 0 0 1 0 7h-4z" className={styles.near} />
      <g className={styles.steam}>
        <path d="M198 129q-4-4 0-8t0-8" className={styles.thread} />
        <path d="M205 129q4-4 0-8t0-8" className={styles.thread} />
      </g>
      <path
        d="M338 160v-14q-8-6-6-18l5 5h9l5-5q2 8-3 14 9 3 9 18h9q8-1 6-12 6 2 4 9-2 6-10 7z"
        className={styles.near}
      />
      <path d="M236 56v-9q-8-2-8-10 0-8 8-8 6 0 7 6l5 2-5 2q1 9 9 10l14 3-14 4z" className={styles.near} />
      <g className={styles.sway}>
        <path d="M372 0v26" className={styles.thread} />
        <path d="M372 26q7 0 7 10t-7 12q-7-2-7-12t7-10zm-1.4 22h2.8l1.2 30h-5.2z" className={styles.silver} />
      </g>
      <path d="M0 156h400v4H0z" className={styles.near} />
    </>
  );
}
