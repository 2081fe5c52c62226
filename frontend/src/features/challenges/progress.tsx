import type { ChallengeProgress } from '@duet/contracts';
import { t } from '../../texts/index.js';
import styles from './challenges.module.css';

/** The bar of completed steps, with its words. */
export function Progress({ progress: { done, total } }: { progress: ChallengeProgress }) {
  const words = t('challenges.progress', { done, total });
  return (
    <div className={styles.progress}>
      <progress max={Math.max(total, 1)} value={done} aria-label={t('challenges.progressLabel')} className={styles.bar}>
        {words}
      </progress>
      <span className={styles.soft}>{words}</span>
    </div>
  );
}
