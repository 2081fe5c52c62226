import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.js';
import { Cafe } from './drawings/cafe.js';
import { Island } from './drawings/island.js';
import { Lamps } from './drawings/lamps.js';
import styles from './atmosphere.module.css';

/** The drawn sky, and what stands before it, of each story. */
const SCENES: Record<string, { sky: string | undefined; drawing: ReactNode }> = {
  'small-mysteries': { sky: styles.cafe, drawing: <Cafe /> },
  lamplighters: { sky: styles.dusk, drawing: <Lamps /> },
  'wandering-island': { sky: styles.sea, drawing: <Island /> },
};

/** The picture above a story's words. It says nothing that the words do not. */
export function Atmosphere({ storyId }: { storyId: string }) {
  const scene = SCENES[storyId];
  return (
    <div className={classes(styles.scene, scene?.sky ?? styles.dusk)} aria-hidden>
      <svg viewBox="0 0 400 160" className={styles.drawing}>
        {scene?.drawing}
      </svg>
    </div>
  );
}
