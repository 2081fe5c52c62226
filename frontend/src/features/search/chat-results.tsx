import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/spinner.js';
import { HitList } from './hit-list.js';
import { messageHit } from './hits.js';
import { useSearchChatInfiniteQuery } from './search-api.js';
import { Group, useHitContext } from './search-results.js';
import styles from './search.module.css';

/** All messages that match, page by page. */
export function ChatResults({ q, isLinked }: { q: string; isLinked: boolean }) {
  const context = useHitContext(q);
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSearchChatInfiniteQuery(
    q,
    { skip: !isLinked },
  );
  const hits = currentData?.pages.flatMap(({ messages }) => messages).map((one) => messageHit(one, context)) ?? [];
  if (isError && !currentData)
    return (
      <Banner
        tone="error"
        action={
          <Button look="ghost" size="small" onPress={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('common.searchFailed')}
      </Banner>
    );
  if (isLinked && !currentData)
    return (
      <p className={styles.line}>
        <Spinner label={t('search.searching')} />
      </p>
    );
  if (hits.length === 0)
    return (
      <p className={styles.line} role="status">
        {t('search.noResultsForQ', { q })}
      </p>
    );
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
