import type { ChallengeView } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { ChallengeFiles } from './challenge-files.js';
import styles from './steps.module.css';
import { StepItem } from './step-item.js';

/** The steps as a path, in their order. */
export function StepList({ challenge }: { challenge: ChallengeView }) {
  return (
    <section aria-labelledby="steps" className={styles.section}>
      <h2 id="steps">{t('challenges.theSteps')}</h2>
      <ChallengeFiles challengeId={challenge._id}>
        <ol className={styles.path}>
          {challenge.steps.map((step, at) => (
            <StepItem key={step._id} challengeId={challenge._id} step={step} number={at + 1} />
          ))}
        </ol>
      </ChallengeFiles>
    </section>
  );
}
