import { ChevronLeft, ChevronRight, Download, MessageSquare, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useDownload } from './download.js';
import type { Shown } from './shown.js';
import { useZoom } from './use-zoom.js';
import { ViewerItem } from './viewer-item.js';
import styles from './viewer.module.css';

export interface ViewerEntry {
  item: Shown;
  at: string;
  author: string;
  /** Where in the conversation it is, for who came from elsewhere. */
  onShowInChat?: () => void;
}

interface ViewerProps {
  entries: readonly ViewerEntry[];
  start: number;
  onClose: () => void;
}

const ZOOM_STEP = 1.5;

/** Photos and videos, one at a time over the whole screen. Escape closes it, and the focus goes back to where it came from. */
export function Viewer({ entries, start, onClose }: ViewerProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.veil}>
      <Modal className={styles.modal}>
        <Dialog aria-label="Photos and videos" className={styles.dialog}>
          <Stage entries={entries} start={start} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Stage({ entries, start, onClose }: ViewerProps) {
  const [index, setIndex] = useState(Math.max(start, 0));
  const frame = useRef<HTMLDivElement>(null);
  const leaf = (by: number): void => {
    const next = index + by;
    if (next < 0 || next >= entries.length) return;
    zoom.reset();
    setIndex(next);
  };
  const { dateTime } = useFormats();
  const zoom = useZoom(frame, { onLeaf: leaf, onAway: onClose });
  const acts: Record<string, () => void> = {
    ArrowLeft: () => leaf(-1),
    ArrowRight: () => leaf(1),
    '+': () => zoom.step(ZOOM_STEP),
    '=': () => zoom.step(ZOOM_STEP),
    '-': () => zoom.step(1 / ZOOM_STEP),
    '0': zoom.reset,
  };
  useKeys(acts);
  const entry = entries[index];
  if (!entry) return null;
  const isPhoto = entry.item.kind === 'image';

  return (
    <div className={styles.stage}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.author}>{entry.author}</p>
          <p className={styles.at} aria-live="polite">
            {dateTime(entry.at)}
            {entries.length > 1 && `, ${index + 1} of ${entries.length}`}
          </p>
        </div>
        {isPhoto && (
          <span className={styles.zooms}>
            <IconButton label="Zoom out" isDisabled={zoom.scale <= 1} onPress={() => zoom.step(1 / ZOOM_STEP)}>
              <ZoomOut size={20} aria-hidden />
            </IconButton>
            <IconButton label="Zoom in" onPress={() => zoom.step(ZOOM_STEP)}>
              <ZoomIn size={20} aria-hidden />
            </IconButton>
          </span>
        )}
        {entry.onShowInChat && (
          <IconButton label="Show in chat" onPress={entry.onShowInChat}>
            <MessageSquare size={20} aria-hidden />
          </IconButton>
        )}
        <DownloadButton item={entry.item} />
        <IconButton label="Close" autoFocus onPress={onClose}>
          <X size={22} aria-hidden />
        </IconButton>
      </header>
      <div ref={frame} className={styles.frame} data-zoomed={zoom.scale > 1} {...(isPhoto ? zoom.handlers : {})}>
        <div className={styles.mover} data-dragging={zoom.drag !== 0} style={{ transform: `translate(${zoom.x + zoom.drag}px, ${zoom.y}px) scale(${zoom.scale})` }}>
          <ViewerItem key={entry.item.key} item={entry.item} name={`${isPhoto ? 'Photo' : 'Video'} from ${entry.author}`} />
        </div>
      </div>
      {index > 0 && (
        <IconButton label="Previous" className={`${styles.leaf} ${styles.previous}`} onPress={() => leaf(-1)}>
          <ChevronLeft size={26} aria-hidden />
        </IconButton>
      )}
      {index < entries.length - 1 && (
        <IconButton label="Next" className={`${styles.leaf} ${styles.next}`} onPress={() => leaf(1)}>
          <ChevronRight size={26} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Wherever the focus is: a touch of the picture leaves it on the dialog around it. */
function useKeys(acts: Record<string, () => void>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = acts[event.key];
      // A video's own controls know the arrows too.
      if (!act || event.target instanceof HTMLVideoElement || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function DownloadButton({ item }: { item: Shown }) {
  const { start, isFailed } = useDownload(item);
  return (
    <IconButton label={isFailed ? 'Download failed. Try again' : 'Download'} onPress={start}>
      <Download size={20} aria-hidden />
    </IconButton>
  );
}
