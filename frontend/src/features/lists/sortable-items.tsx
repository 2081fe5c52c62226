import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { useRef } from 'react';
import { type ShownItem, useListQueue } from '../../sync/lists/index.js';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { Item, keyOf } from './item.js';
import styles from './lists.module.css';
import { positionAt } from './positions.js';

interface SortableItemsProps {
  listId: string;
  items: readonly ShownItem[];
}

/** Items that a handle drags into order, by mouse, finger or keyboard. */
export function SortableItems({ listId, items }: SortableItemsProps) {
  const queue = useListQueue();
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (key: unknown): number => items.findIndex((item) => keyOf(item) === key);
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [indexOf(active.id), indexOf(over?.id)];
    const item = items[from];
    if (item && to >= 0 && to !== from)
      void queue.use((lists) => lists.changeItem(listId, item, { position: positionAt(items, from, to) }));
  };
  const textOf = (key: unknown): string => items[indexOf(key)]?.text ?? '';
  /** The place that was spoken last: each is spoken once. */
  const spoken = useRef(-1);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      spoken.current = indexOf(active.id);
      return t('lists.pickedUp', { text: textOf(active.id) });
    },
    onDragOver: ({ active, over }) => {
      const place = indexOf(over?.id);
      if (place < 0 || place === spoken.current) return undefined;
      spoken.current = place;
      return t('lists.movedTo', { text: textOf(active.id), place: place + 1, count: items.length });
    },
    onDragEnd: ({ active, over }) =>
      t('lists.putDown', {
        text: textOf(active.id),
        place: indexOf(over?.id ?? active.id) + 1,
        count: items.length,
      }),
    onDragCancel: ({ active }) => t('lists.broughtBack', { text: textOf(active.id) }),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('lists.dragWords') } }}
    >
      <SortableContext items={items.map(keyOf)} strategy={verticalListSortingStrategy}>
        <ul className={styles.items}>
          {items.map((item) => (
            <SortableItem key={keyOf(item)} listId={listId} item={item} group={items} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface SortableItemProps {
  listId: string;
  item: ShownItem;
  group: readonly ShownItem[];
}

function SortableItem({ listId, item, group }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: keyOf(item),
    attributes: { roleDescription: t('lists.sortable') },
  });
  return (
    <li
      ref={setNodeRef}
      className={classes(styles.item, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {group.length > 1 && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={styles.handle}
          {...attributes}
          {...listeners}
          aria-label={t('lists.drag', { text: item.text })}
        >
          <GripVertical size={18} aria-hidden />
        </button>
      )}
      <Item listId={listId} item={item} group={group} />
    </li>
  );
}
