import { useState } from 'react';
import { useStore } from 'react-redux';
import { loadedRangeAt, messagesOf } from '@duet/contracts/plain';
import type { LiveRoot } from '../../../sync/index.js';
import { type NamedPerson, useNames } from '../../../platform/account/names.js';
import { t } from '../../../texts/index.js';
import { useFormats } from '../../../ui/formats.js';
import { roomFor } from './layout.js';
import type { MediaItem } from '../../../media/media-item.js';
import { Tile } from '../../../media/tile.js';
import { Viewer } from '../../../media/viewer/lazy-viewer.js';
import type { ViewerEntry } from '../../../media/viewer/viewer.js';
import { type MessageMedia, visualItemsOf } from './media-items.js';
import { UploadVeil } from './tray/upload-state.js';
import styles from './visuals.module.css';

const openLabel = ({ kind }: MediaItem, place: number, count: number): string =>
  count === 1 ? t('media.open', { kind }) : t('media.openPlace', { kind, place, count });

/** One to five photos and videos of a message. A press opens the viewer with those of the whole loaded range. */
export function Visuals({ media, at, seq }: { media: MessageMedia; at: string; seq: number | null }) {
  const { items, clientMessageId, isEcho } = media;
  const store = useStore<LiveRoot>();
  const { dateTime } = useFormats();
  const { actorOf } = useNames();
  const [open, setOpen] = useState<{ entries: ViewerEntry[]; start: number } | null>(null);
  const single = items.length === 1;

  const show = (item: MediaItem): void => {
    const { conversation } = store.getState().live;
    const range = conversation && seq !== null ? loadedRangeAt(conversation, seq) : undefined;
    const found =
      conversation && range
        ? visualItemsOf(messagesOf(conversation, range)).map(({ message, item: one }) => ({
            item: one,
            when: dateTime(message.createdAt),
            author: actorOf(message.sender._id),
          }))
        : [];
    const known = found.some((entry) => entry.item.id === item.id && item.id !== null);
    const you: NamedPerson = { by: 'you', name: t('common.you') };
    const entries = known ? found : items.map((one) => ({ item: one, when: dateTime(at), author: you }));
    setOpen({ entries, start: entries.findIndex((entry) => entry.item.key === item.key) });
  };

  return (
    <div
      className={styles.visuals}
      data-count={items.length}
      style={single && items[0] ? { inlineSize: `min(${roomFor(items[0]).room}, 92cqi - 5rem)` } : {}}
    >
      {items.map((item, index) => (
        <Tile
          key={index}
          item={item}
          variant={single ? 'display' : 'thumbnail'}
          label={openLabel(item, index + 1, items.length)}
          style={single ? { aspectRatio: roomFor(item).aspectRatio } : {}}
          onOpen={() => show(item)}
        />
      ))}
      {isEcho && <UploadVeil clientMessageId={clientMessageId} />}
      {open && <Viewer entries={open.entries} start={open.start} onClose={() => setOpen(null)} />}
    </div>
  );
}
