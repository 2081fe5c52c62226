import type { CapsuleView } from '@duet/contracts';
import { Mail } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isInView } from '../../../platform/device/in-view.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { LoadState } from '../../../ui/load-state.js';
import { Album } from './album/album.js';
import { CapsuleFiles } from './album/capsule-files.js';
import { useGetContributionsInfiniteQuery } from './capsules-api.js';
import styles from './capsules.module.css';
import { Reveal } from './reveal/reveal.js';

/**
 * The readable contributions of a capsule; `?piece=` focuses one. Those of an opened capsule can be revealed one by one, which
 * begins by itself for a reader who sees it open.
 */
export function Contributions({ capsule }: { capsule: CapsuleView }) {
  const [reveals, setReveals] = useState(false);
  const [wantsAll, setWantsAll] = useState(false);
  const { kind, status, nextContribution } = capsule;
  const isOpen = kind === 'timed' && status === 'completed';
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) {
    setWasOpen(true);
    setReveals(isInView(capsule._id));
  }
  const { currentData, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useGetContributionsInfiniteQuery(
    capsule._id,
    { skip: !wantsAll },
  );
  const contributions = useMemo(
    () => currentData?.pages.flatMap(({ items }) => items) ?? capsule.contributions,
    [currentData, capsule.contributions],
  );
  const hasMore = currentData ? hasNextPage : nextContribution !== null;
  const showMore = useCallback((): void => {
    setWantsAll(true);
    if (wantsAll && !isFetching) void fetchNextPage();
  }, [wantsAll, isFetching, fetchNextPage]);
  const sought = useSearchParams()[0].get('piece');
  const isMissing = sought !== null && contributions.every(({ _id }) => _id !== sought);
  useWhile(isMissing && hasMore && !isFetching && !isError, showMore);
  const retry = (): void => void (currentData ? fetchNextPage() : refetch());
  if (contributions.length === 0) return null;
  return (
    <CapsuleFiles capsuleId={capsule._id}>
      <section aria-labelledby="in-it" className={styles.section}>
        <div className={styles.head}>
          <h2 id="in-it">{t('capsules.inIt')}</h2>
          {isOpen && (
            <Button look="soft" onPress={() => setReveals(true)}>
              <Mail size={18} aria-hidden />
              {t('capsules.revealStart')}
            </Button>
          )}
        </div>
        {reveals ? (
          <Reveal contributions={contributions} onEnd={() => setReveals(false)} />
        ) : (
          <Album
            capsule={capsule}
            contributions={contributions}
            sought={sought}
            onMore={hasMore && !isError ? showMore : undefined}
          />
        )}
        {isError && hasMore && <LoadState isError onRetry={retry} failure={t('common.thisCouldNotBeLoaded')} />}
      </section>
    </CapsuleFiles>
  );
}

/** Acts whenever the condition has become true. */
function useWhile(condition: boolean, act: () => void): void {
  const onTrue = useEffectEvent(act);
  useEffect(() => {
    if (condition) onTrue();
  }, [condition]);
}
