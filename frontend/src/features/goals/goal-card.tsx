import type { GoalSummary } from '@duet/contracts';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { useFormats } from '../../ui/formats.js';
import { CardHead, CardTitle, CoverLink, Kicker, ShelfCard } from '../../ui/shelf.js';
import { GoalCategorySign, goalCategoryOf } from './categories.js';
import { goalPath, ownerWords, stateWords } from './goal-words.js';
import styles from './goals.module.css';
import { useNames } from '../../platform/account/names.js';
import { GoalProgressBar } from './goal-progress-bar.js';

/** A goal in a list: its whole face is the link. */
export function GoalCard({ goal }: { goal: GoalSummary }) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { self, partner } = useNames();
  const state = stateWords(goal, formats, zone);
  return (
    <ShelfCard tint={goalCategoryOf(goal.category).tint}>
      <CardHead>
        <GoalCategorySign category={goal.category} />
        <Kicker>{ownerWords(goal, self, partner)}</Kicker>
      </CardHead>
      <CardTitle>
        <CoverLink to={goalPath(goal._id)}>{goal.title}</CoverLink>
      </CardTitle>
      {state !== '' && <p className={styles.soft}>{state}</p>}
      {goal.status !== 'proposed' && goal.status !== 'let_go' && <GoalProgressBar goal={goal} />}
    </ShelfCard>
  );
}
