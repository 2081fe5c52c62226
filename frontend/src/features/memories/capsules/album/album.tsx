import type { CapsuleView, ContributionView } from '@duet/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Viewer } from '../../../../media/viewer/lazy-viewer.js';
import pageStyles from '../capsules.module.css';
import { type AlbumRow, GAP, albumRows, shows, visualsOf } from './album-rows.js';
import { AlbumRowContent } from './album-row.js';
import styles from './album.module.css';
import { usePlaceInPage } from './use-place-in-page.js';
import { useViewerEntries } from './use-viewer-entries.js';

interface AlbumProps {
  capsule: CapsuleView;
  contributions: readonly ContributionView[];
  /** The id of a contribution to show and focus. */
  sought: string | null;
  /** Loads the next contributions; undefined where all are loaded. */
  onMore: (() => void) | undefined;
}

/** Rows rendered beyond the screen on both sides. */
const OVERSCAN = 4;

/** So many rows before the last one, the next contributions are asked for. */
const LOAD_AHEAD = 8;

/** The estimated height of a row in pixels, until it is measured; rows of pictures know theirs. */
function heightOf(row: AlbumRow | undefined): number {
  if (row?.kind === 'visuals') return row.row.height + GAP;
  return row?.kind === 'day' ? 64 : 150;
}

/** The contents of a capsule: pictures and videos in rows that fill the width, words and voice notes among them. */
export function Album({ capsule, contributions, sought, onMore }: AlbumProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, top } = usePlaceInPage(frame);
  const [opened, setOpened] = useState<string | null>(null);
  const rows = useMemo(() => albumRows(contributions, width), [contributions, width]);
  const list = useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = list.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - LOAD_AHEAD;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  // Other widths give the same keys other heights.
  useEffect(() => list.measure(), [list, width]);
  const soughtRow = rows.findIndex((row) => shows(row, sought));
  useEffect(() => {
    if (soughtRow >= 0) list.scrollToIndex(soughtRow, { align: 'center' });
  }, [list, soughtRow]);
  return (
    <>
      <div ref={frame} className={styles.album} role="list" style={{ blockSize: list.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <RowItem isSought={index === soughtRow}>
                  <AlbumRowContent row={row} capsule={capsule} onOpen={setOpened} />
                </RowItem>
              </div>
            )
          );
        })}
      </div>
      {opened !== null && (
        <AlbumViewer
          capsule={capsule}
          contributions={contributions}
          opened={opened}
          onClose={() => setOpened(null)}
          onMore={onMore}
        />
      )}
    </>
  );
}

/** One row as a screen reader lists it; it takes the focus when it is sought. */
function RowItem({ isSought, children }: { isSought: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSought) frame.current?.focus({ preventScroll: true });
  }, [isSought]);
  return (
    <div
      ref={frame}
      role="listitem"
      tabIndex={isSought ? -1 : undefined}
      className={isSought ? pageStyles.sought : undefined}
    >
      {children}
    </div>
  );
}

interface AlbumViewerProps extends Omit<AlbumProps, 'sought'> {
  /** The id of the picture or video that was pressed. */
  opened: string;
  onClose: () => void;
}

/** All pictures and videos of the album in full screen. */
function AlbumViewer({ capsule, contributions, opened, onClose, onMore }: AlbumViewerProps) {
  const visuals = useMemo(() => contributions.flatMap(visualsOf), [contributions]);
  const entries = useViewerEntries(capsule, visuals);
  const isEmpty = entries.length === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  return (
    <Viewer
      entries={entries}
      start={visuals.findIndex(({ attachment }) => attachment.id === opened)}
      onClose={onClose}
      onNearEnd={onMore}
    />
  );
}
