import type { GoalView } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { attempt } from '../../api/attempt.js';
import { useTickMilestoneMutation } from './goals-api.js';
import styles from './goals.module.css';

/** The milestones of a goal, to tick and to open again. */
export function Milestones({ goal: { _id: id, milestones, actions } }: { goal: GoalView }) {
  const [tick] = useTickMilestoneMutation();
  if (milestones.length === 0) return null;
  const isFixed = !actions.includes('complete_milestone');
  return (
    <section className={styles.section} aria-label={t('goals.milestones')}>
      <h3 className={styles.groupTitle}>{t('goals.milestones')}</h3>
      <ul className={styles.milestones}>
        {milestones.map(({ _id: milestoneId, title, doneAt }) => (
          <li key={milestoneId}>
            <label className={styles.milestone}>
              <input
                type="checkbox"
                checked={doneAt !== null}
                disabled={isFixed}
                onChange={({ target }) => void attempt(tick({ id, milestoneId, isDone: target.checked }))}
              />
              <span dir="auto">{title}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
