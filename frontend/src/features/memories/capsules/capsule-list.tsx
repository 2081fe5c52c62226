import { LIMITS } from '@duet/contracts/plain';
import { Archive, Plus } from 'lucide-react';
import { type ComponentProps, Suspense, lazy, useState } from 'react';
import { t } from '../../../texts/index.js';
import { LoadState } from '../../../ui/load-state.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { SearchField } from '../../../ui/search-field.js';
import { Skeleton } from '../../../ui/spinner.js';
import { Tabs } from '../../../ui/tabs.js';
import { useSettledText } from '../../../ui/use-settled-text.js';
import { FilterBar } from '../filter/filter-bar.js';
import { type MemoryFilter, useAddress, useMemoryFilter } from '../filter/use-memory-filter.js';
import { CapsuleCard } from './capsule-card.js';
import { CreateCapsule } from './create-capsule.js';
import { type CapsuleFilter, useGetCapsulesInfiniteQuery } from './capsules-api.js';
import styles from './capsules.module.css';
import { useNames } from '../../../platform/account/names.js';
import { Timeline } from './timeline.js';

const VIEWS = [
  { id: 'all', label: 'capsules.all', filter: {} },
  { id: 'collecting', label: 'capsules.collecting', filter: { status: 'collecting' } },
  { id: 'sealed', label: 'capsules.sealed', filter: { status: 'sealed' } },
  { id: 'open', label: 'capsules.open', filter: { status: 'completed' } },
  { id: 'hidden', label: 'capsules.hiddenOnes', filter: { shelf: 'hidden' } },
  { id: 'trash', label: 'capsules.trash', filter: { shelf: 'trash' } },
] as const satisfies readonly { id: string; label: string; filter: CapsuleFilter }[];

const TABS = [
  ...VIEWS.map(({ id, label }) => ({ id, label })),
  { id: 'timeline', label: 'capsules.timeline' },
  { id: 'map', label: 'capsules.map' },
] as const;

/** All capsules of the two, by state, and what lies in the open ones by day and by place. The address holds the choice. */
export function CapsuleList() {
  const [creates, setCreates] = useState(false);
  const { params, change } = useAddress();
  const filter = useMemoryFilter();
  const q = (params.get('q') ?? '').trim().slice(0, LIMITS.capsuleTitleLength);
  const [typed, setTyped] = useSettledText(q, (text) => change({ q: text === '' ? null : text }, { replace: true }));
  const searched = q.length >= LIMITS.searchMinLength ? { q } : {};
  const view = TABS.find(({ id }) => id === params.get('view'))?.id ?? 'all';
  const shown = <Shown view={view} filter={filter} searched={searched} onCreate={() => setCreates(true)} />;
  // The tab of before still stands for a moment: it must not ask for the new filter.
  const tabs = TABS.map(({ id, label }) => ({ id, label: t(label), content: id === view ? shown : null }));
  return (
    <section aria-labelledby="capsules" className={styles.section}>
      <div className={styles.head}>
        <h2 id="capsules">{t('capsules.capsules')}</h2>
        <Button look="primary" onPress={() => setCreates(true)}>
          <Plus size={18} aria-hidden />
          {t('capsules.newCapsule')}
        </Button>
      </div>
      <p className={styles.soft}>{t('capsules.intro')}</p>
      <SearchField
        label={t('capsules.findCapsules')}
        labelHidden
        placeholder={t('capsules.findCapsules')}
        value={typed}
        onChange={setTyped}
        maxLength={LIMITS.capsuleTitleLength}
      />
      <FilterBar />
      <Tabs
        label={t('capsules.views')}
        items={tabs}
        selected={view}
        onSelect={(id) => id !== view && change({ view: id === 'all' ? null : id, from: null })}
      />
      <CreateCapsule isOpen={creates} onClose={() => setCreates(false)} />
    </section>
  );
}

interface ShownProps {
  view: (typeof TABS)[number]['id'];
  filter: MemoryFilter;
  searched: Pick<CapsuleFilter, 'q'>;
  onCreate: () => void;
}

function Shown({ view, filter, searched, onCreate }: ShownProps) {
  const { nameOf } = useNames();
  if (view === 'timeline') return <Timeline filter={filter} />;
  if (view === 'map') return <LazyMap filter={filter} nameOf={nameOf} />;
  const own = VIEWS.find(({ id }) => id === view)?.filter;
  return <CapsuleGrid filter={{ ...filter, ...own, ...searched }} onCreate={onCreate} />;
}

const MemoryMap = lazy(async () => ({ default: (await import('../map/memory-map.js')).MemoryMap }));

/** The map and its outline are loaded when they are shown. */
const LazyMap = (props: ComponentProps<typeof MemoryMap>) => (
  <Suspense fallback={<Skeleton className={styles.skeleton} />}>
    <MemoryMap {...props} />
  </Suspense>
);

const NARROWING = ['year', 'author', 'tag', 'kind'] as const satisfies readonly (keyof CapsuleFilter)[];

function CapsuleGrid({ filter, onCreate }: { filter: CapsuleFilter; onCreate: () => void }) {
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useGetCapsulesInfiniteQuery(filter);
  const capsules = currentData?.pages.flatMap(({ items }) => items) ?? [];
  if (isError && !currentData)
    return <LoadState isError onRetry={() => void refetch()} failure={t('capsules.couldNotBeLoaded')} />;
  if (!currentData) return <Skeleton className={styles.skeleton} />;
  if (capsules.length === 0 && filter.q !== undefined)
    return <p className={styles.soft}>{t('capsules.noResultsFor', { q: filter.q })}</p>;
  if (capsules.length === 0 && NARROWING.some((name) => filter[name] !== undefined))
    return <p className={styles.soft}>{t('capsules.noneMatch')}</p>;
  if (capsules.length === 0 && filter.shelf !== undefined)
    return (
      <EmptyState
        icon={<Archive size={26} aria-hidden />}
        title={t(filter.shelf === 'trash' ? 'capsules.trashIsEmpty' : 'capsules.nothingIsHidden')}
      >
        <p>{t(filter.shelf === 'trash' ? 'capsules.trashWords' : 'capsules.hiddenWords')}</p>
      </EmptyState>
    );
  if (capsules.length === 0)
    return (
      <EmptyState icon={<Archive size={26} aria-hidden />} title={t('capsules.nothingHereYet')}>
        <p>{t('capsules.buryALetterOrStart')}</p>
        <Button onPress={onCreate}>{t('capsules.newCapsule')}</Button>
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.grid}>
        {capsules.map((capsule) => (
          <CapsuleCard key={capsule._id} capsule={capsule} />
        ))}
      </ul>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('capsules.showMore')}
        </Button>
      )}
    </>
  );
}
