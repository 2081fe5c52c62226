import type { ChallengeProgress } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { ProgressBar } from '../../ui/progress-bar.js';
import styles from './challenges.module.css';

/** The bar of completed steps, with its words. */
export function ChallengeProgressBar({ progress: { done, total } }: { progress: ChallengeProgress }) {
  const words = t('challenges.progress', { done, total });
  return (
    <div className={styles.progress}>
      <ProgressBar done={done} total={total} label={t('challenges.progressLabel')} words={words} />
      <span className={styles.soft}>{words}</span>
    </div>
  );
}
