import type { GoalSummary } from '@duet/contracts';
import { Flag, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { GoalCard } from './goal-card.js';
import { GoalForm } from './goal-form.js';
import { useGetGoalsInfiniteQuery } from './goals-api.js';
import styles from './goals.module.css';
import { LoadState } from '../../ui/load-state.js';
import { Shelf, ShelfGroup, ShelfIntro } from '../../ui/shelf.js';
import { useNames } from '../../platform/account/names.js';

/** All goals of the two: what waits, what runs, and on demand what has ended. */
export function GoalsList() {
  const [isWriting, setWriting] = useState(false);
  const [showsEnded, setShowsEnded] = useState(false);
  return (
    <Shelf>
      <ShelfIntro words={t('goals.intro')}>
        <Button look="primary" onPress={() => setWriting(true)}>
          <Plus size={18} aria-hidden />
          {t('goals.newGoal')}
        </Button>
      </ShelfIntro>
      <Current />
      {showsEnded ? (
        <Ended />
      ) : (
        <Button look="ghost" className={styles.start ?? ''} onPress={() => setShowsEnded(true)}>
          {t('goals.showEnded')}
        </Button>
      )}
      <GoalForm isOpen={isWriting} onClose={() => setWriting(false)} />
    </Shelf>
  );
}

function Current() {
  const { self, partner } = useNames();
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGetGoalsInfiniteQuery({
    shelf: 'current',
  });
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('goals.couldNotBeLoaded')} />;
  const all = currentData.pages.flatMap(({ items }) => items);
  if (all.length === 0)
    return (
      <EmptyState icon={<Flag size={26} aria-hidden />} title={t('goals.none')} level={2}>
        <p>{t('goals.noneWords')}</p>
      </EmptyState>
    );
  const proposed = all.filter(({ status }) => status === 'proposed');
  const waiting = proposed.filter(({ actions }) => actions.includes('accept'));
  const running = all.filter(({ status }) => status !== 'proposed');
  const own = running.filter(({ ownership }) => ownership === 'mine_with_support');
  return (
    <>
      <Group title={t('goals.waitingForYou')} goals={waiting} />
      <Group title={t('goals.together')} goals={running.filter(({ ownership }) => ownership === 'ours')} />
      <Group title={t('goals.yours')} goals={own.filter(({ createdBy }) => createdBy === self)} />
      <Group title={t('goals.theirs', { partner })} goals={own.filter(({ createdBy }) => createdBy !== self)} />
      <Group title={t('goals.withPartner', { partner })} goals={proposed.filter((one) => !waiting.includes(one))} />
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('goals.showMore')}
        </Button>
      )}
    </>
  );
}

function Ended() {
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGetGoalsInfiniteQuery({
    shelf: 'history',
  });
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('goals.couldNotBeLoaded')} />;
  const all = currentData.pages.flatMap(({ items }) => items);
  if (all.length === 0) return <p className={styles.soft}>{t('goals.nothingEnded')}</p>;
  return (
    <>
      <Group title={t('goals.reached')} goals={all.filter(({ status }) => status === 'achieved')} />
      <Group title={t('goals.letGoShelf')} goals={all.filter(({ status }) => status === 'let_go')} />
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('goals.showMore')}
        </Button>
      )}
    </>
  );
}

function Group({ title, goals }: { title: string; goals: readonly GoalSummary[] }) {
  if (goals.length === 0) return null;
  return (
    <ShelfGroup title={title}>
      {goals.map((goal) => (
        <GoalCard key={goal._id} goal={goal} />
      ))}
    </ShelfGroup>
  );
}
