import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.js';
import styles from './stories.module.css';

/** The drawn sky, and what stands before it, of each story. */
const SCENES: Record<string, { sky: string | undefined; drawing: ReactNode }> = {
  'small-mysteries': { sky: styles.cafe, drawing: <Cafe /> },
  lamplighters: { sky: styles.dusk, drawing: <Lamps /> },
};

/** The picture above a story's words. It says nothing that the words do not. */
export function Atmosphere({ storyId, isLarge = false }: { storyId: string; isLarge?: boolean }) {
  const scene = SCENES[storyId];
  return (
    <div className={classes(styles.scene, scene?.sky ?? styles.dusk, isLarge && styles.sceneLarge)} aria-hidden>
      <svg viewBox="0 0 400 160" className={styles.drawing}>
        {scene?.drawing}
      </svg>
    </div>
  );
}

function Cafe() {
  return (
    <>
      <circle cx="330" cy="38" r="20" className={styles.moon} />
      <path d="M0 160V88h52l14-22h60l14 22h40v72z" className={styles.near} />
      <path d="M180 160V64h168v96z" className={styles.wall} />
      <path d="M172 64h184l-14 24H186z" className={styles.awning} />
      <rect x="204" y="100" width="52" height="40" rx="3" className={styles.glow} />
      <rect x="290" y="98" width="34" height="62" rx="3" className={styles.glow} />
      <path d="M222 118h16v8a8 8 0 0 1-16 0z" className={styles.near} />
      <path d="M58 66c6-10 18-10 22-2l8 2-8 4c-4 8-18 8-22-4z" className={styles.wall} />
      <path d="M96 160v-12c0-8 12-10 14-18l6 6 8-2v10c0 8-2 16-6 16z" className={styles.wall} />
      <path d="M370 30v40m-7-40c0 9 2 13 7 13s7-4 7-13z" className={styles.spoon} />
    </>
  );
}

function Lamps() {
  const lamps = [
    [44, 96, 0],
    [118, 82, 1],
    [214, 66, 2],
    [306, 46, 3],
  ] as const;
  return (
    <>
      <path d="M0 130c70-24 130-8 190-34S320 60 400 66v94H0z" className={styles.far} />
      <path d="M0 150c90-20 160-2 230-22s120-30 170-22v54H0z" className={styles.near} />
      {lamps.map(([x, y, order]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle r="22" className={classes(styles.halo, styles[`beat${order}`])} />
          <circle r="5" className={styles.flame} />
          <path d="M-1.5 7h3v58h-3zM-6 6h12l-2-13h-8z" className={styles.post} />
        </g>
      ))}
    </>
  );
}
