import type { ChallengeSummary } from '@duet/contracts';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useToday } from '../../ui/use-expiring.js';
import { ChallengeCard } from './challenge-card.js';
import { useGetChallengesInfiniteQuery, useGetTemplatesQuery } from './challenges-api.js';
import styles from './challenges.module.css';
import { LoadState } from '../../ui/load-state.js';
import { Shelf, ShelfGroup } from '../../ui/shelf.js';
import { useNames } from '../../platform/account/names.js';
import { OpenedTemplate, TemplateGrid } from './template-grid.js';

/** Ideas shown where nothing runs. */
const FOR_TODAY = 3;
const DAY = 24 * 60 * 60 * 1000;

/** Challenges that wait for the reader, that run, and that wait for the partner. */
export function CurrentList({ onSeeIdeas }: { onSeeIdeas: () => void }) {
  const names = useNames();
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useGetChallengesInfiniteQuery({ shelf: 'current' });
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('challenges.couldNotBeLoaded')} />;
  const all = currentData.pages.flatMap(({ items }) => items);
  const proposed = all.filter(({ status }) => status === 'proposed');
  const waiting = proposed.filter(({ actions }) => actions.includes('accept'));
  if (all.length === 0) return <ForToday onSeeIdeas={onSeeIdeas} />;
  return (
    <Shelf>
      <Group title={t('challenges.waitingForYou')} challenges={waiting} />
      <Group title={t('challenges.running')} challenges={all.filter(({ status }) => status !== 'proposed')} />
      <Group
        title={t('challenges.waitingForPartner', { partner: names.partner })}
        challenges={proposed.filter((one) => !waiting.includes(one))}
      />
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('challenges.showMore')}
        </Button>
      )}
    </Shelf>
  );
}

function Group({ title, challenges }: { title: string; challenges: readonly ChallengeSummary[] }) {
  if (challenges.length === 0) return null;
  return (
    <ShelfGroup title={title}>
      {challenges.map((challenge) => (
        <ChallengeCard key={challenge._id} challenge={challenge} />
      ))}
    </ShelfGroup>
  );
}

/** Three short ideas, others each day. */
function ForToday({ onSeeIdeas }: { onSeeIdeas: () => void }) {
  const { data } = useGetTemplatesQuery();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const day = Math.floor(useToday().getTime() / DAY);
  const short = (data ?? []).filter(({ minutes, intensity }) => minutes <= 20 && intensity === 1);
  const chosen = Array.from({ length: Math.min(FOR_TODAY, short.length) }, (_, at) =>
    short.at((day + at * 5) % short.length),
  );
  return (
    <Shelf>
      <EmptyState icon={<Sparkles size={26} aria-hidden />} title={t('challenges.nothingRuns')} level={2}>
        <p>{t('challenges.nothingRunsWords')}</p>
      </EmptyState>
      <TemplateGrid templates={[...new Set(chosen)].flatMap((one) => one ?? [])} onOpen={setOpenedId} />
      <OpenedTemplate id={openedId} onClose={() => setOpenedId(null)} />
      <div className={styles.centred}>
        <Button look="soft" onPress={onSeeIdeas}>
          {t('challenges.seeAllIdeas')}
        </Button>
      </div>
    </Shelf>
  );
}
