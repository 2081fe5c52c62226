import type { ListSummary } from '@duet/contracts';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadState } from '../../ui/load-state.js';
import {
  CardHead,
  CardTitle,
  CoverLink,
  Kicker,
  Shelf,
  ShelfCard,
  ShelfCards,
  ShelfGroup,
  ShelfIntro,
} from '../../ui/shelf.js';
import { KindSign, listKindOf } from './list-kinds.js';
import { listPath } from './list-path.js';
import { ListForm } from './list-form.js';
import { useGetListsQuery } from './lists-api.js';
import styles from './lists.module.css';

/** All lists of the two: those in use, and on demand the archive. */
export function ListsHome() {
  const { currentData, isError, refetch } = useGetListsQuery();
  const [isWriting, setWriting] = useState(false);
  return (
    <Shelf>
      <ShelfIntro words={t('lists.intro')}>
        <Button look="primary" onPress={() => setWriting(true)}>
          <Plus size={18} aria-hidden />
          {t('lists.newList')}
        </Button>
      </ShelfIntro>
      {currentData ? (
        <Shelves lists={currentData} />
      ) : (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('lists.couldNotBeLoaded')} />
      )}
      <ListForm isOpen={isWriting} onClose={() => setWriting(false)} />
    </Shelf>
  );
}

interface ShelfProps {
  lists: readonly ListSummary[];
}

function Shelves({ lists }: ShelfProps) {
  const [showsArchive, setShowsArchive] = useState(false);
  const current = lists.filter(({ archivedAt }) => archivedAt === null);
  const archived = lists.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      {current.length === 0 ? (
        <EmptyState icon={<ListChecks size={26} aria-hidden />} title={t('lists.none')} level={2}>
          <p>{t('lists.noneWords')}</p>
        </EmptyState>
      ) : (
        <ShelfCards>
          {current.map((list) => (
            <ListCard key={list._id} list={list} title="h2" />
          ))}
        </ShelfCards>
      )}
      {showsArchive ? (
        <Archive lists={archived} />
      ) : (
        <Button look="ghost" className={styles.start ?? ''} onPress={() => setShowsArchive(true)}>
          {t('lists.showArchived')}
        </Button>
      )}
    </>
  );
}

function Archive({ lists }: ShelfProps) {
  if (lists.length === 0) return <p className={styles.soft}>{t('lists.nothingArchived')}</p>;
  return (
    <ShelfGroup title={t('lists.archive')}>
      {lists.map((list) => (
        <ListCard key={list._id} list={list} title="h3" />
      ))}
    </ShelfGroup>
  );
}

/** A list among the others: its whole face is the link. */
function ListCard({ list, title }: { list: ListSummary; title: 'h2' | 'h3' }) {
  const { _id: id, kind, open, done } = list;
  const { label, tint } = listKindOf(kind);
  return (
    <ShelfCard tint={tint}>
      <CardHead>
        <KindSign kind={kind} />
        <Kicker>{t(label)}</Kicker>
      </CardHead>
      <CardTitle as={title}>
        <CoverLink to={listPath(id)}>{list.title}</CoverLink>
      </CardTitle>
      <p className={styles.soft}>{standOf(open, done)}</p>
    </ShelfCard>
  );
}

/** How far a list is. */
function standOf(open: number, done: number): string {
  if (open + done === 0) return t('lists.empty');
  return open === 0 ? t('lists.allDone') : t('lists.doneCount', { done, total: open + done });
}
