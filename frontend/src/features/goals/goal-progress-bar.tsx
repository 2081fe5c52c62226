import type { GoalSummary } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { type Formats, useFormats } from '../../ui/formats.js';
import { ProgressBar } from '../../ui/progress-bar.js';
import styles from './goals.module.css';

type Counted = Pick<GoalSummary, 'type' | 'unit' | 'progress'>;

const WORDS: Record<GoalSummary['type'], (goal: Counted, formats: Formats) => string> = {
  checklist: ({ progress: { done, total } }) => t('goals.steps', { done, total }),
  counter: ({ unit, progress: { done, total } }, { number }) =>
    t('goals.units', { done: number(done), total: number(total), unit: unit ?? '' }).trim(),
  habit: ({ progress: { done, total } }) => t('goals.weeks', { done, total }),
  date: ({ progress: { done } }) => t(done > 0 ? 'goals.cameTrue' : 'goals.notYet'),
};

/** How far a goal is: a bar with its words. */
export function GoalProgressBar({ goal }: { goal: GoalSummary }) {
  const formats = useFormats();
  const { progress, perWeek, status } = goal;
  const { done, total, thisWeek } = progress;
  const words = WORDS[goal.type](goal, formats);
  return (
    <div className={styles.progress}>
      <ProgressBar done={done} total={total} label={t('goals.progressLabel')} words={words} />
      <p className={styles.soft}>
        {words}
        {thisWeek !== null && perWeek !== null && status === 'active' && (
          <> · {t('goals.thisWeek', { days: thisWeek, perWeek })}</>
        )}
      </p>
    </div>
  );
}
