import type { SearchGroup, SearchResults as Results } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type ReactNode, useId } from 'react';
import { needsConnection } from '../../api/errors.js';
import { useSettings } from '../../platform/account/settings.js';
import { useMessagesOnDevice, useOnReconnect } from '../../sync/index.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { RetryLine } from '../../ui/retry-line.js';
import { useFormats } from '../../ui/formats.js';
import { Link } from '../../ui/link.js';
import { textHitsIn } from '../../ui/text-hits.js';
import { Spinner } from '../../ui/spinner.js';
import { HitList } from './hit-list.js';
import { GROUPS, type HitContext, messageHit } from './hits.js';
import { NothingFound } from './nothing-found.js';
import { type Search, useSearchQuery } from './search-api.js';
import styles from './search.module.css';

export function useHitContext(q: string): HitContext {
  const { transcripts } = useSettings().settings.privacy;
  const { nameOf } = useNames();
  return { q, formats: useFormats(), nameOf, transcripts };
}

/** The page with all hits of one group. */
export const allOf = (q: string, group: SearchGroup): string =>
  `/search?${new URLSearchParams({ q, types: group }).toString()}`;

interface SearchResultsProps {
  search: Search;
  /** Without a partner there is no shared content to search. */
  isLinked: boolean;
  onFollow?: () => void;
  /** Offered where there is no hit. */
  next?: ReactNode;
}

/** The hits of a search by group. A group that could not be searched says so, and the rest is shown. */
export function SearchResults({ search, isLinked, onFollow, next }: SearchResultsProps) {
  const { q } = search;
  const { currentData, error, isFetching, refetch } = useSearchQuery(search, { skip: !isLinked });
  const again = (): void => void refetch();
  if (isLinked && error && !isFetching)
    return needsConnection(error) ? (
      <OnDevice q={q} onRetry={again} onFollow={onFollow} />
    ) : (
      <Failed onRetry={again} name={t('common.tryAgain')} />
    );
  if (isLinked && !currentData)
    return (
      <p className={styles.line}>
        <Spinner label={t('search.searching')} />
      </p>
    );
  const groups = currentData ? GROUPS.filter(({ id }) => isShown(currentData, id)) : [];
  return (
    <>
      {currentData &&
        groups.map((group) => (
          <HitGroup
            key={group.id}
            group={group}
            results={currentData}
            isSearching={isFetching}
            onRetry={again}
            search={search}
            onFollow={onFollow}
          />
        ))}
      {groups.length === 0 &&
        (next ? (
          <NothingFound q={q}>{next}</NothingFound>
        ) : (
          <p className={styles.line} role="status">
            {t('search.noResultsForQ', { q })}
          </p>
        ))}
    </>
  );
}

const isShown = (results: Results, group: SearchGroup): boolean =>
  results[group].hits.length > 0 || results.unavailable.includes(group);

interface HitGroupProps {
  group: (typeof GROUPS)[number];
  results: Results;
  isSearching: boolean;
  onRetry: () => void;
  search: Search;
  onFollow: (() => void) | undefined;
}

function HitGroup({ group, results, isSearching, onRetry, search, onFollow }: HitGroupProps) {
  const { q, types = [] } = search;
  const context = useHitContext(q);
  const title = t(group.title);
  const hits = group.hits(results, context);
  const { more } = results[group.id];
  const isAlone = types.length === 1;
  return (
    <Group title={title} count={hits.length} more={more}>
      {results.unavailable.includes(group.id) && !isSearching && (
        <Failed onRetry={onRetry} name={t('search.tryAgainTitle', { title })} />
      )}
      <HitList hits={hits} q={q} onFollow={onFollow} />
      {more && !isAlone && (
        <Link to={allOf(q, group.id)} className={styles.all} onClick={onFollow}>
          {t(group.all)}
        </Link>
      )}
    </Group>
  );
}

/** A group under its heading, with the number of its hits. */
export function Group({
  title,
  count,
  more,
  children,
}: {
  title: string;
  count: number;
  more: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.group}>
        {title}
        {count > 0 && (
          <span className={styles.count} aria-hidden>
            {more ? t('search.countAndMore', { count }) : count}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}

interface OnDeviceProps {
  q: string;
  onRetry: () => void;
  onFollow?: (() => void) | undefined;
}

/** The messages on this device that match, while a search has no connection. */
export function OnDevice({ q, onRetry, onFollow }: OnDeviceProps) {
  const context = useHitContext(q);
  useOnReconnect(onRetry);
  const found = useMessagesOnDevice(true)
    .filter(({ messageType, content }) => messageType !== 'notice' && textHitsIn(content, q).length > 0)
    .slice(0, LIMITS.searchHitsMax);
  return (
    <>
      <RetryLine className={styles.line} role="status" look="ghost" label={t('common.tryAgain')} onRetry={onRetry}>
        {t(found.length > 0 ? 'search.onThisDevice' : 'search.needsConnection')}
      </RetryLine>
      {found.length > 0 && (
        <Group title={t('search.messages')} count={found.length} more={false}>
          <HitList hits={found.map((message) => messageHit(message, context))} q={q} onFollow={onFollow} />
        </Group>
      )}
    </>
  );
}

const Failed = ({ onRetry, name }: { onRetry: () => void; name: string }) => (
  <RetryLine
    className={styles.line}
    role="alert"
    look="ghost"
    label={t('common.tryAgain')}
    name={name}
    onRetry={onRetry}
  >
    {t('common.searchFailed')}
  </RetryLine>
);
