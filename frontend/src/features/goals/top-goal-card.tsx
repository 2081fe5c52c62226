import type { GoalSummary } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { GoalCategorySign } from './categories.js';
import { goalPath, ownerWords } from './goal-words.js';
import { useGetGoalsInfiniteQuery } from './goals-api.js';
import styles from './goals.module.css';
import { LoadState } from '../../ui/load-state.js';
import { CardHead } from '../../ui/shelf.js';
import { useNames } from '../../platform/account/names.js';
import { Link } from '../../ui/link.js';
import { GoalProgressBar } from './goal-progress-bar.js';

/** The dashboard's card: a proposal that waits for the reader, and the goal that moved last. */
export function TopGoalCard() {
  const { currentData, isError, refetch } = useGetGoalsInfiniteQuery({ shelf: 'current' });
  const all = currentData?.pages.flatMap(({ items }) => items) ?? [];
  const proposal = all.find(({ actions }) => actions.includes('accept'));
  const [top] = all
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return (
    <Card title={t('goals.yourGoal')}>
      {!currentData && (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('goals.couldNotBeLoaded')} />
      )}
      {proposal && <Proposal goal={proposal} />}
      {top && <Top goal={top} />}
      {currentData && !proposal && !top && (
        <div className={styles.widget}>
          <p>{t('goals.widgetEmpty')}</p>
          <LinkButton href="/challenges?tab=goals" look="soft">
            {t('goals.setOne')}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

function Proposal({ goal: { _id, title } }: { goal: GoalSummary }) {
  const { partner } = useNames();
  return (
    <div className={styles.widget}>
      <p>{t('goals.invites', { partner, title })}</p>
      <LinkButton href={goalPath(_id)} look="primary">
        {t('goals.lookAtIt')}
      </LinkButton>
    </div>
  );
}

function Top({ goal }: { goal: GoalSummary }) {
  const { self, partner } = useNames();
  return (
    <div className={styles.widget}>
      <CardHead>
        <GoalCategorySign category={goal.category} />
        <div>
          <Link to={goalPath(goal._id)} className={styles.widgetTitle} dir="auto">
            {goal.title}
          </Link>
          <p className={styles.soft}>{ownerWords(goal, self, partner)}</p>
        </div>
      </CardHead>
      <GoalProgressBar goal={goal} />
    </div>
  );
}
