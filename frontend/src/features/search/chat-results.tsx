import type { ReactNode } from 'react';
import { needsConnection } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { LoadState } from '../../ui/load-state.js';
import { Spinner } from '../../ui/spinner.js';
import { HitList } from './hit-list.js';
import { messageHit } from './hits.js';
import { NothingFound } from './nothing-found.js';
import { useSearchChatInfiniteQuery } from './search-api.js';
import { Group, OnDevice, useHitContext } from './search-results.js';
import styles from './search.module.css';

/** All messages that match, page by page. @param next offered where none matches */
export function ChatResults({ q, isLinked, next }: { q: string; isLinked: boolean; next: ReactNode }) {
  const context = useHitContext(q);
  const { currentData, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSearchChatInfiniteQuery(
    q,
    { skip: !isLinked },
  );
  const hits = currentData?.pages.flatMap(({ messages }) => messages).map((one) => messageHit(one, context)) ?? [];
  if (error && !currentData)
    return needsConnection(error) ? (
      <OnDevice q={q} onRetry={() => void refetch()} />
    ) : (
      <LoadState isError onRetry={() => void refetch()} failure={t('common.searchFailed')} />
    );
  if (isLinked && !currentData)
    return (
      <p className={styles.line}>
        <Spinner label={t('search.searching')} />
      </p>
    );
  if (hits.length === 0) return <NothingFound q={q}>{next}</NothingFound>;
  return (
    <Group title={t('search.messages')} count={hits.length} more={hasNextPage}>
      <HitList hits={hits} q={q} />
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('common.showMore')}
        </Button>
      )}
    </Group>
  );
}
