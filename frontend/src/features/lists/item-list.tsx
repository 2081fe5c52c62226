import type { ShownItem } from '../../sync/lists/index.js';
import { t } from '../../texts/index.js';
import { late } from '../../ui/late.js';
import { Item, keyOf } from './item.js';
import styles from './lists.module.css';

interface ItemListProps {
  listId: string;
  items: readonly ShownItem[];
}

/** The items: the open ones in their order, then the done ones. */
export function ItemList({ listId, items }: ItemListProps) {
  const open = items.filter(({ doneAt }) => doneAt === null);
  const done = items.filter(({ doneAt }) => doneAt !== null);
  return (
    <>
      {open.length === 0 && <p className={styles.soft}>{t(done.length === 0 ? 'lists.empty' : 'lists.allDone')}</p>}
      {open.length > 0 && (
        <Group title={t('lists.open')}>
          <SortableItems listId={listId} items={open} />
        </Group>
      )}
      {done.length > 0 && (
        <Group title={t('lists.done')}>
          <PlainItems listId={listId} items={done} />
        </Group>
      )}
    </>
  );
}

/** The open items, which a handle drags. Until it is loaded they are drawn without handles. */
const SortableItems = late(async () => (await import('./sortable-items.js')).SortableItems, PlainItems);

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.groupTitle}>{title}</h3>
      {children}
    </section>
  );
}

function PlainItems({ listId, items }: ItemListProps) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={keyOf(item)} className={styles.item}>
          <Item listId={listId} item={item} group={items} />
        </li>
      ))}
    </ul>
  );
}
