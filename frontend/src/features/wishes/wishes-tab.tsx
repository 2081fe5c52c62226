import type { WishView } from '@duet/contracts';
import { Gift, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { Shelf, ShelfGroup, ShelfIntro } from '../../ui/shelf.js';
import { WishCard } from './wish-card.js';
import { WishForm } from './wish-form.js';
import { useGetWishesInfiniteQuery } from './wishes-api.js';
import styles from './wishes.module.css';

/** Things that each would gladly do for the other; `wish=` leads to one. */
export function WishesTab() {
  const [params] = useSearchParams();
  const sought = params.get('wish');
  const [isWriting, setWriting] = useState(false);
  const [showsFulfilled, setShowsFulfilled] = useState(sought !== null);
  return (
    <Shelf>
      <ShelfIntro words={t('wishes.intro')}>
        <Button look="primary" onPress={() => setWriting(true)}>
          <Plus size={18} aria-hidden />
          {t('wishes.newWish')}
        </Button>
      </ShelfIntro>
      <Current sought={sought} />
      {showsFulfilled ? (
        <Fulfilled sought={sought} />
      ) : (
        <Button look="ghost" className={styles.start ?? ''} onPress={() => setShowsFulfilled(true)}>
          {t('wishes.showFulfilled')}
        </Button>
      )}
      <WishForm isOpen={isWriting} onClose={() => setWriting(false)} />
    </Shelf>
  );
}

interface ShelfProps {
  sought: string | null;
}

function Current({ sought }: ShelfProps) {
  const { self, partner } = useNames();
  const { number } = useFormats();
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGetWishesInfiniteQuery({
    shelf: 'current',
  });
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('wishes.couldNotBeLoaded')} />;
  const all = currentData.pages.flatMap(({ items }) => items);
  const available = currentData.pages.at(-1)?.available ?? 0;
  const open = all.filter(({ status }) => status === 'open');
  return (
    <>
      <p className={styles.points}>
        <strong>{number(available)}</strong> {t('wishes.available', { points: available })}
      </p>
      {all.length === 0 && (
        <EmptyState icon={<Gift size={26} aria-hidden />} title={t('wishes.none')} level={2}>
          <p>{t('wishes.noneWords', { partner })}</p>
        </EmptyState>
      )}
      <Group
        title={t('wishes.coming')}
        wishes={all.filter(({ status }) => status === 'redeemed')}
        available={available}
        sought={sought}
      />
      <Group
        title={t('wishes.theirs', { partner })}
        wishes={open.filter(({ createdBy }) => createdBy !== self)}
        available={available}
        sought={sought}
      />
      <Group
        title={t('wishes.yours')}
        wishes={open.filter(({ createdBy }) => createdBy === self)}
        available={available}
        sought={sought}
      />
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('wishes.showMore')}
        </Button>
      )}
    </>
  );
}

function Fulfilled({ sought }: ShelfProps) {
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGetWishesInfiniteQuery({
    shelf: 'history',
  });
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('wishes.couldNotBeLoaded')} />;
  const all = currentData.pages.flatMap(({ items }) => items);
  if (all.length === 0) return <p className={styles.soft}>{t('wishes.nothingFulfilled')}</p>;
  return (
    <>
      <Group title={t('wishes.cameTrue')} wishes={all} available={0} sought={sought} />
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('wishes.showMore')}
        </Button>
      )}
    </>
  );
}

interface GroupProps extends ShelfProps {
  title: string;
  wishes: readonly WishView[];
  available: number;
}

function Group({ title, wishes, available, sought }: GroupProps) {
  if (wishes.length === 0) return null;
  return (
    <ShelfGroup title={title}>
      {wishes.map((wish) => (
        <WishCard key={wish._id} wish={wish} available={available} isSought={wish._id === sought} />
      ))}
    </ShelfGroup>
  );
}
