import { ImageOff, Play } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import { useMediaLink } from '../sync/index.js';
import { t } from '../texts/index.js';
import { classes } from '../ui/classes.js';
import type { MediaItem } from './media-item.js';
import styles from './tile.module.css';
import { useNear } from '../ui/use-near.js';
import { clockWords, spokenTime } from './words.js';

interface TileProps {
  item: MediaItem;
  /** The rendition of a picture to load. A video always shows its thumbnail. */
  variant: 'display' | 'thumbnail';
  /** The accessible name: what a press opens. */
  label: string;
  style?: CSSProperties;
  onOpen: () => void;
}

/** A picture or video: first its blur, then itself. If it cannot be loaded, a press retries. */
export function Tile({ item, variant, label, style, onOpen }: TileProps) {
  const frame = useRef<HTMLButtonElement>(null);
  const isNear = useNear(frame);
  const [shownSrc, setShownSrc] = useState<string | null>(null);
  const isVideo = item.kind === 'video';
  // The server converts formats that this browser cannot show, such as HEIC.
  const [isOwnUnreadable, setOwnUnreadable] = useState(false);
  const own = isVideo || isOwnUnreadable ? null : item.local;
  const link = useMediaLink(item.id, isVideo ? 'thumbnail' : variant, {
    isWanted: isNear && own === null && (!isVideo || item.hasThumbnail),
  });
  const src = own ?? link.src;
  const isBroken = own === null && link.isBroken;
  const spoken =
    isVideo && item.duration !== undefined
      ? t('media.labelDuration', { label, duration: spokenTime(item.duration) })
      : label;
  return (
    <button
      ref={frame}
      type="button"
      className={styles.tile}
      style={{ ...style, ...(item.blur !== undefined && { backgroundImage: `url("${item.blur}")` }) }}
      aria-label={isBroken ? t('media.labelCouldNotBeLoadedRetry', { label }) : spoken}
      onClick={isBroken ? link.retry : onOpen}
    >
      {src !== null && (
        <img
          src={src}
          alt=""
          decoding="async"
          draggable={false}
          className={classes(styles.picture, shownSrc === src && styles.shown)}
          onLoad={() => {
            setShownSrc(src);
            link.loaded();
          }}
          onError={() => (own === null ? link.failed() : setOwnUnreadable(true))}
        />
      )}
      {isVideo && src === null && item.local !== null && (
        <video
          src={item.local}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-hidden="true"
          className={classes(styles.picture, styles.shown)}
        />
      )}
      {isBroken ? (
        <span className={styles.broken}>
          <ImageOff size={22} aria-hidden />
          {t('common.retry')}
        </span>
      ) : (
        isVideo && (
          <>
            <span className={styles.play}>
              <Play size={22} fill="currentColor" aria-hidden />
            </span>
            {item.duration !== undefined && (
              <span className={styles.duration} data-clock={clockWords(item.duration)} aria-hidden />
            )}
          </>
        )
      )}
    </button>
  );
}
