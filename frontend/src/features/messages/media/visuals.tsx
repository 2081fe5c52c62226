import { useState } from 'react';
import { useStore } from 'react-redux';
import { islandOf, messagesOf } from '@duet/contracts/plain';
import type { LiveRoot } from '../../../api/live-store.js';
import { roomFor } from './layout.js';
import { type Shown, type ShownMedia, visualsOf } from './shown.js';
import { Tile } from './tile.js';
import { UploadVeil } from './upload-state.js';
import { Viewer, type ViewerEntry } from './viewer.js';
import styles from './visuals.module.css';

const nameOf = (item: Shown, index: number, count: number): string => {
  const kind = item.kind === 'video' ? 'Video' : 'Photo';
  return count === 1 ? kind : `${kind} ${index + 1} of ${count}`;
};

/** One to five photos and videos of a message. A press opens them full screen, to leaf through those of the conversation. */
export function Visuals({ media, at, seq }: { media: ShownMedia; at: string; seq: number | null }) {
  const { items, clientMessageId, isEcho } = media;
  const store = useStore<LiveRoot>();
  const [open, setOpen] = useState<{ entries: ViewerEntry[]; start: number } | null>(null);
  const single = items.length === 1;

  const show = (item: Shown): void => {
    const { held } = store.getState().live;
    const island = held && seq !== null ? islandOf(held, seq) : undefined;
    const found = held && island ? visualsOf(messagesOf(held, island)).map(({ message, item: one }) => ({ item: one, at: message.createdAt, author: message.sender.firstName })) : [];
    const known = found.some((entry) => entry.item.id === item.id && item.id !== null);
    const entries = known ? found : items.map((one) => ({ item: one, at, author: 'You' }));
    setOpen({ entries, start: entries.findIndex((entry) => entry.item.key === item.key) });
  };

  return (
    <div className={styles.visuals} data-count={items.length} style={single && items[0] ? { inlineSize: `min(${roomFor(items[0]).room}, 92cqi - 5rem)` } : {}}>
      {items.map((item, index) => (
        <Tile
          key={index}
          item={item}
          variant={single ? 'display' : 'thumbnail'}
          label={`Open ${nameOf(item, index, items.length).toLowerCase()}`}
          style={single ? { aspectRatio: roomFor(item).aspectRatio } : {}}
          onOpen={() => show(item)}
        />
      ))}
      {isEcho && <UploadVeil clientMessageId={clientMessageId} />}
      {open && <Viewer entries={open.entries} start={open.start} onClose={() => setOpen(null)} />}
    </div>
  );
}
