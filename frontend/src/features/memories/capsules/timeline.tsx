import type { TimelineEntry } from '@duet/contracts';
import { CalendarDays } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../texts/index.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { dayHere, useFormats } from '../../../ui/formats.js';
import { Link } from '../../../ui/link.js';
import { LoadState } from '../../../ui/load-state.js';
import { Skeleton } from '../../../ui/spinner.js';
import { CapsuleFiles } from './album/capsule-files.js';
import { PiecePictures } from './album/piece-pictures.js';
import { useGetMemoryChoicesQuery } from '../filter/filter-api.js';
import { type MemoryFilter, useAddress, yearIn } from '../filter/use-memory-filter.js';
import { grouped } from '../map/grouped.js';
import { useGetTimelineInfiniteQuery } from './capsules-api.js';
import styles from './capsules.module.css';
import { CoverPicture } from './cover-picture.js';
import { Piece } from './piece.js';

const yearOf = ({ contribution }: TimelineEntry): number => Number(contribution.happenedAt.slice(0, 4));

const headingOf = (year: number): string => `year-${year}`;

/** The contributions of albums and open capsules, by the day they are about. `?from=` begins at the end of a year. */
export function Timeline({ filter }: { filter: MemoryFilter }) {
  const { params, change } = useAddress();
  const fromYear = yearIn(params.get('from'));
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGetTimelineInfiniteQuery(
    {
      ...filter,
      ...(fromYear !== undefined && { fromYear }),
    },
  );
  const entries = currentData?.pages.flatMap(({ items }) => items) ?? [];
  if (isError && !currentData)
    return <LoadState isError onRetry={() => void refetch()} failure={t('capsules.couldNotBeLoaded')} />;
  if (!currentData) return <Skeleton className={styles.skeleton} />;
  if (entries.length === 0 && Object.keys(filter).length > 0)
    return <p className={styles.soft}>{t('capsules.noneMatch')}</p>;
  if (entries.length === 0 && fromYear === undefined)
    return (
      <EmptyState icon={<CalendarDays size={26} aria-hidden />} title={t('capsules.timelineIsEmpty')}>
        <p>{t('capsules.timelineEmpty')}</p>
        <LinkButton href="/memories?view=collecting" look="soft">
          {t('capsules.openAnAlbum')}
        </LinkButton>
      </EmptyState>
    );
  return (
    <div className={styles.page}>
      {filter.year === undefined && <Jumps from={fromYear} onJump={(year) => change({ from: year })} />}
      {[...grouped(entries, yearOf)].map(([year, ofYear]) => (
        <YearOfMemories key={year} year={year} entries={ofYear} isSought={year === fromYear} />
      ))}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('capsules.showMore')}
        </Button>
      )}
    </div>
  );
}

/** The years that have memories. A year on the screen takes the focus; another one is loaded. */
function Jumps({ from, onJump }: { from: number | undefined; onJump: (year: string | null) => void }) {
  const { currentData: choices } = useGetMemoryChoicesQuery();
  const years = choices?.years ?? [];
  if (years.length < 2 && from === undefined) return null;
  const jump = (year: number): void => {
    const heading = document.getElementById(headingOf(year));
    if (heading) heading.focus();
    else onJump(String(year));
  };
  return (
    <nav aria-label={t('capsules.jumpToYear')} className={styles.jumps}>
      {from !== undefined && (
        <Button size="small" look="soft" onPress={() => onJump(null)}>
          {t('capsules.fromNewest')}
        </Button>
      )}
      {years.map((year) => (
        <Button key={year} size="small" look="ghost" onPress={() => jump(year)}>
          {year}
        </Button>
      ))}
    </nav>
  );
}

interface YearProps {
  year: number;
  entries: readonly TimelineEntry[];
  isSought: boolean;
}

function YearOfMemories({ year, entries, isSought }: YearProps) {
  const { date } = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isSought) heading.current?.focus();
  }, [isSought]);
  return (
    <section aria-labelledby={headingOf(year)} className={styles.section}>
      <h3 ref={heading} id={headingOf(year)} tabIndex={-1} className={styles.year}>
        {year}
      </h3>
      <ol className={styles.timeline}>
        {entries.map(({ capsule, contribution }, index) => (
          <li key={contribution._id}>
            {contribution.happenedAt !== entries[index - 1]?.contribution.happenedAt && (
              <p className={styles.when}>{date(dayHere(contribution.happenedAt))}</p>
            )}
            <CapsuleFiles capsuleId={capsule._id}>
              <Piece contribution={contribution}>
                <PiecePictures contribution={contribution} />
              </Piece>
            </CapsuleFiles>
            <Link
              to={`/memories/${capsule._id}?${new URLSearchParams({ piece: contribution._id }).toString()}`}
              className={styles.from}
              dir="auto"
            >
              {capsule.cover && (
                <CoverPicture
                  capsuleId={capsule._id}
                  cover={capsule.cover}
                  variant="thumbnail"
                  className={styles.small}
                />
              )}
              <span>
                {capsule.emoji} {capsule.title}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
