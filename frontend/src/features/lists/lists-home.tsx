import type { ListSummary } from '@duet/contracts';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadState } from '../../ui/load-state.js';
import { KindSign, kindOf } from './list-kinds.js';
import { listPath } from './list-path.js';
import { ListForm } from './list-form.js';
import { useGetListsQuery } from './lists-api.js';
import styles from './lists.module.css';

/** All lists of the two: those in use, and on demand the archive. */
export function ListsHome() {
  const { currentData, isError, refetch } = useGetListsQuery();
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={styles.stack}>
      <div className={styles.bench}>
        <p>{t('lists.intro')}</p>
        <Button look="primary" onPress={() => setWriting(true)}>
          <Plus size={18} aria-hidden />
          {t('lists.newList')}
        </Button>
      </div>
      {currentData ? (
        <Shelves lists={currentData} />
      ) : (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('lists.couldNotBeLoaded')} />
      )}
      <ListForm isOpen={isWriting} onClose={() => setWriting(false)} />
    </div>
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
        <Cards lists={current} title="h2" />
      )}
      {showsArchive ? (
        <section className={styles.section} aria-label={t('lists.archive')}>
          <h2 className={styles.groupTitle}>{t('lists.archive')}</h2>
          {archived.length === 0 ? (
            <p className={styles.soft}>{t('lists.nothingArchived')}</p>
          ) : (
            <Cards lists={archived} title="h3" />
          )}
        </section>
      ) : (
        <Button look="ghost" className={styles.start ?? ''} onPress={() => setShowsArchive(true)}>
          {t('lists.showArchived')}
        </Button>
      )}
    </>
  );
}

/** The element of a card's title: one level below the heading before it. */
type TitleElement = 'h2' | 'h3';

const Cards = ({ lists, title }: ShelfProps & { title: TitleElement }) => (
  <ul className={styles.grid}>
    {lists.map((list) => (
      <ListCard key={list._id} list={list} titleElement={title} />
    ))}
  </ul>
);

/** A list among the others: its whole face is the link. */
function ListCard({ list, titleElement: Title }: { list: ListSummary; titleElement: TitleElement }) {
  const { _id: id, kind, title, open, done } = list;
  const { label, tint } = kindOf(kind);
  return (
    <li className={classes(styles.card, tint)}>
      <div className={styles.cardHead}>
        <KindSign kind={kind} />
        <span className={styles.kicker}>{t(label)}</span>
      </div>
      <Title className={styles.cardTitle}>
        <Link to={listPath(id)} className={styles.cover} dir="auto">
          {title}
        </Link>
      </Title>
      <p className={styles.soft}>{standOf(open, done)}</p>
    </li>
  );
}

/** How far a list is. */
function standOf(open: number, done: number): string {
  if (open + done === 0) return t('lists.empty');
  return open === 0 ? t('lists.allDone') : t('lists.doneCount', { done, total: open + done });
}
