import type { GoalSummary } from '@duet/contracts';
import { Link } from 'react-router-dom';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { CategorySign, categoryOf } from './categories.js';
import { goalPath, ownerWords, stateWords } from './goal-words.js';
import styles from './goals.module.css';
import { useNames } from '../../platform/account/names.js';
import { Progress } from './progress.js';

/** A goal in a list: its whole face is the link. */
export function GoalCard({ goal }: { goal: GoalSummary }) {
  const formats = useFormats();
  const { self, partner } = useNames();
  const state = stateWords(goal, formats);
  return (
    <li className={classes(styles.card, categoryOf(goal.category).tint)}>
      <div className={styles.cardHead}>
        <CategorySign category={goal.category} />
        <span className={styles.kicker}>{ownerWords(goal, self, partner)}</span>
      </div>
      <h3 className={styles.cardTitle}>
        <Link to={goalPath(goal._id)} className={styles.cover} dir="auto">
          {goal.title}
        </Link>
      </h3>
      {state !== '' && <p className={styles.soft}>{state}</p>}
      {goal.status !== 'proposed' && goal.status !== 'let_go' && <Progress goal={goal} />}
    </li>
  );
}
