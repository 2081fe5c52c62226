import { LIMITS } from '@duet/contracts/plain';
import { ArrowDown, ArrowUp, CloudUpload, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { useNames } from '../../platform/account/names.js';
import { type ShownItem, useListQueue } from '../../sync/lists/index.js';
import { errorSentence } from '../../texts/error-sentence.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import { toast } from '../../ui/toast-queue.js';
import { EditItem } from './edit-item.js';
import styles from './lists.module.css';
import { positionPast } from './positions.js';

interface ItemProps {
  listId: string;
  item: ShownItem;
  /** The items among which it can move, in their order. */
  group: readonly ShownItem[];
}

/** The same from its addition on, also before the server has it. */
export const keyOf = ({ createdBy, clientId }: ShownItem): string => `${createdBy} ${clientId}`;

/** The content of an item's row: a tick, who and when, and the rare actions in a menu. */
export function Item({ listId, item, group }: ItemProps) {
  const queue = useListQueue();
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={item.doneAt !== null}
          onChange={({ target }) => void queue.use((lists) => lists.changeItem(listId, item, { done: target.checked }))}
        />
        <span className={styles.itemText} dir="auto">
          {item.text}
        </span>
      </label>
      <Details item={item} />
      {item.failure === null ? <ItemMenu listId={listId} item={item} group={group} /> : <Refused item={item} />}
    </>
  );
}

function Details({ item: { assignedTo, dueAt, doneAt, doneBy, isWaiting, failure } }: Pick<ItemProps, 'item'>) {
  const { self, nameOf } = useNames();
  const { dateIn } = useFormats();
  const zone = useCoupleZone();
  const isDone = doneAt !== null;
  const named = (id: string) => ({ by: id === self ? 'you' : 'other', name: nameOf(id) });
  return (
    <span className={styles.details}>
      {isDone && doneBy !== null && <span>{t('lists.doneBy', named(doneBy))}</span>}
      {!isDone && assignedTo !== null && (
        <span className={classes(styles.chip, tintClass(tintOfSide(assignedTo === self)))}>
          {t('lists.forOne', named(assignedTo))}
        </span>
      )}
      {!isDone && dueAt !== null && <span>{t('lists.byDay', { date: dateIn(dueAt, zone) })}</span>}
      {isWaiting && failure === null && (
        <span className={styles.waiting} title={t('lists.waiting')}>
          <CloudUpload size={16} aria-label={t('lists.waiting')} role="img" />
        </span>
      )}
    </span>
  );
}

/** The server's refusal of an addition, and what the person can do. */
function Refused({ item: { clientId, failure } }: Pick<ItemProps, 'item'>) {
  const queue = useListQueue();
  return (
    <div className={styles.refused} role="alert">
      {failure !== null && <p>{errorSentence(failure)}</p>}
      <Button size="small" onPress={() => void queue.use((lists) => lists.retry(clientId))}>
        {t('lists.tryAgain')}
      </Button>
      <Button size="small" look="ghost" onPress={() => void queue.use((lists) => lists.discard(clientId))}>
        {t('lists.discard')}
      </Button>
    </div>
  );
}

function ItemMenu({ listId, item, group }: ItemProps) {
  const queue = useListQueue();
  const [isEditing, setEditing] = useState(false);
  const index = group.indexOf(item);
  const move = (way: -1 | 1) => (): void => {
    const neighbour = group[index + way];
    const others = group.filter((one) => one !== item);
    if (neighbour)
      void queue.use((lists) => lists.changeItem(listId, item, { position: positionPast(others, neighbour, way) }));
  };
  const remove = (): void => {
    void queue.use((lists) => lists.removeItem(listId, item));
    toast.undoable(t('lists.removed', { text: item.text }), LIMITS.deleteUndo, {
      label: t('common.undo'),
      onAction: () => void queue.use((lists) => lists.changeItem(listId, item, {})),
    });
  };
  const label = t('lists.moreOfItem', { text: item.text });
  const entries = [
    { id: 'edit', label: t('lists.edit'), icon: <Pencil size={18} />, onAction: () => setEditing(true) },
    ...(index > 0 ? [{ id: 'up', label: t('lists.moveUp'), icon: <ArrowUp size={18} />, onAction: move(-1) }] : []),
    ...(index < group.length - 1
      ? [{ id: 'down', label: t('lists.moveDown'), icon: <ArrowDown size={18} />, onAction: move(1) }]
      : []),
    { id: 'remove', label: t('lists.remove'), icon: <Trash2 size={18} />, danger: true, onAction: remove },
  ];
  return (
    <>
      <Menu
        label={label}
        entries={entries}
        trigger={
          <IconButton label={label}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      />
      <EditItem listId={listId} item={item} isOpen={isEditing} onClose={() => setEditing(false)} />
    </>
  );
}
