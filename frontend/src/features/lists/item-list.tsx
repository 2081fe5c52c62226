import type { ShownItem } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { Item } from './item.js';
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
      <Group title={t('lists.open')} listId={listId} items={open} />
      <Group title={t('lists.done')} listId={listId} items={done} />
    </>
  );
}

function Group({ title, listId, items }: ItemListProps & { title: string }) {
  if (items.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={`${item.createdBy} ${item.clientId}`} listId={listId} item={item} group={items} />
        ))}
      </ul>
    </section>
  );
}
