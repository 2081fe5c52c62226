import { ChevronLeft, ChevronRight, Download, MapPin, MessageSquare, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { NamedPerson } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import { useKeyDown } from '../../ui/use-key-down.js';
import { useDownload } from '../download.js';
import type { MediaItem } from '../media-item.js';
import { useZoom } from './use-zoom.js';
import { ViewerItem } from './viewer-item.js';
import styles from './viewer.module.css';

export interface ViewerEntry {
  item: MediaItem;
  /** Its date and time, as words. */
  when: string;
  author: NamedPerson;
  caption?: string;
  place?: string;
  /** Buttons of the page that opened the viewer. */
  actions?: ReactNode;
  /** Goes to the message, when the viewer was opened outside the conversation. */
  onShowInChat?: () => void;
}

interface ViewerProps {
  entries: readonly ViewerEntry[];
  start: number;
  onClose: () => void;
  /** The end of the entries is near: more of them may be loaded. */
  onNearEnd?: (() => void) | undefined;
}

const ZOOM_STEP = 1.5;

/** So many entries before the last one, the next ones are asked for. */
const NEAR_END = 5;

/** Photos and videos in full screen, one at a time. Escape closes it and returns the focus. */
export function Viewer(props: ViewerProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && props.onClose()} className={styles.veil}>
      <Modal className={styles.modal}>
        <Dialog aria-label={t('media.photosAndVideos')} className={styles.dialog}>
          <ViewerStage {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The place of the entry being shown: it stays on the screen when others are added or removed around it. */
function useShownEntry(entries: readonly ViewerEntry[], start: number): [index: number, show: (index: number) => void] {
  const [shown, setShown] = useState({ index: Math.max(start, 0), key: entries[start]?.item.key });
  const found = entries.findIndex(({ item }) => item.key === shown.key);
  const index = found === -1 ? Math.min(shown.index, entries.length - 1) : found;
  return [index, (next) => setShown({ index: next, key: entries[next]?.item.key })];
}

function ViewerStage({ entries, start, onClose, onNearEnd }: ViewerProps) {
  const [index, show] = useShownEntry(entries, start);
  const frame = useRef<HTMLDivElement>(null);
  const leaf = (by: number): void => {
    const next = index + by;
    if (next < 0 || next >= entries.length) return;
    zoom.reset();
    show(next);
  };
  const zoom = useZoom(frame, { onLeaf: leaf, onAway: onClose });
  const acts: Record<string, () => void> = {
    ArrowLeft: () => leaf(-1),
    ArrowRight: () => leaf(1),
    '+': () => zoom.step(ZOOM_STEP),
    '=': () => zoom.step(ZOOM_STEP),
    '-': () => zoom.step(1 / ZOOM_STEP),
    '0': zoom.reset,
  };
  useViewerKeys(frame, acts);
  const isNearEnd = index >= entries.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  const entry = entries[index];
  if (!entry) return null;
  const isPhoto = entry.item.kind === 'image';

  return (
    <div className={styles.stage}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.author}>{entry.author.name}</p>
          <p className={styles.at} aria-live="polite">
            {entries.length > 1
              ? t('media.placeOf', { at: entry.when, place: index + 1, count: entries.length })
              : entry.when}
          </p>
        </div>
        {isPhoto && (
          <span className={styles.zooms}>
            <IconButton
              label={t('media.zoomOut')}
              isDisabled={zoom.scale <= 1}
              onPress={() => zoom.step(1 / ZOOM_STEP)}
            >
              <ZoomOut size={20} aria-hidden />
            </IconButton>
            <IconButton label={t('media.zoomIn')} onPress={() => zoom.step(ZOOM_STEP)}>
              <ZoomIn size={20} aria-hidden />
            </IconButton>
          </span>
        )}
        {entry.onShowInChat && (
          <IconButton label={t('common.showInChat')} onPress={entry.onShowInChat}>
            <MessageSquare size={20} aria-hidden />
          </IconButton>
        )}
        {entry.actions}
        <DownloadButton item={entry.item} />
        <IconButton label={t('common.close')} autoFocus onPress={onClose}>
          <X size={22} aria-hidden />
        </IconButton>
      </header>
      <div ref={frame} className={styles.frame} data-zoomed={zoom.scale > 1} {...(isPhoto ? zoom.handlers : {})}>
        <div
          className={styles.mover}
          data-dragging={zoom.drag !== 0}
          style={{ transform: `translate(${zoom.x + zoom.drag}px, ${zoom.y}px) scale(${zoom.scale})` }}
        >
          <ViewerItem
            key={entry.item.key}
            item={entry.item}
            name={t('media.kindFrom', { kind: entry.item.kind, ...entry.author })}
          />
        </div>
      </div>
      <Caption entry={entry} />
      {index > 0 && (
        <IconButton
          label={t('media.previous')}
          className={`${styles.leaf} ${styles.previous}`}
          onPress={() => leaf(-1)}
        >
          <ChevronLeft size={26} aria-hidden />
        </IconButton>
      )}
      {index < entries.length - 1 && (
        <IconButton label={t('media.next')} className={`${styles.leaf} ${styles.next}`} onPress={() => leaf(1)}>
          <ChevronRight size={26} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Caption({ entry: { caption, place } }: { entry: ViewerEntry }) {
  if (!caption && !place) return null;
  return (
    <footer className={styles.caption}>
      {caption && <p dir="auto">{caption}</p>}
      {place && (
        <p className={styles.place} dir="auto">
          <MapPin size={16} aria-hidden /> {place}
        </p>
      )}
    </footer>
  );
}

/** Keys work wherever the focus is: touching the picture moves it to the dialog. */
function useViewerKeys(frame: RefObject<HTMLElement | null>, acts: Record<string, () => void>): void {
  useKeyDown((event) => {
    const act = acts[event.key];
    // A video's own controls use the arrow keys too.
    if (!act || event.target instanceof HTMLVideoElement || event.ctrlKey || event.metaKey || event.altKey) return;
    // A dialog over the viewer has keys of its own.
    const dialog = event.target instanceof Element ? event.target.closest('[role$="dialog"]') : null;
    if (dialog && !dialog.contains(frame.current)) return;
    event.preventDefault();
    act();
  });
}

function DownloadButton({ item }: { item: MediaItem }) {
  const { start, isFailed } = useDownload(item);
  return (
    <IconButton label={isFailed ? t('media.downloadFailedTryAgain') : t('media.download')} onPress={start}>
      <Download size={20} aria-hidden />
    </IconButton>
  );
}
