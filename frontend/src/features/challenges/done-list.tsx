import { Trophy } from 'lucide-react';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ChallengeCard } from './challenge-card.js';
import { useGetChallengesInfiniteQuery } from './challenges-api.js';
import { LoadState } from '../../ui/load-state.js';
import { Shelf, ShelfCards } from '../../ui/shelf.js';

/** The challenges that have ended, the newest first. */
export function DoneList() {
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useGetChallengesInfiniteQuery({ shelf: 'history' });
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('challenges.couldNotBeLoaded')} />;
  const challenges = currentData.pages.flatMap(({ items }) => items);
  if (challenges.length === 0)
    return (
      <EmptyState icon={<Trophy size={26} aria-hidden />} title={t('challenges.nothingDone')} level={2}>
        <p>{t('challenges.nothingDoneWords')}</p>
        <LinkButton href="/challenges?tab=ideas">{t('challenges.seeAllIdeas')}</LinkButton>
      </EmptyState>
    );
  return (
    <Shelf>
      <h2 className="visually-hidden">{t('challenges.done')}</h2>
      <ShelfCards>
        {challenges.map((challenge) => (
          <ChallengeCard key={challenge._id} challenge={challenge} />
        ))}
      </ShelfCards>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('challenges.showMore')}
        </Button>
      )}
    </Shelf>
  );
}
