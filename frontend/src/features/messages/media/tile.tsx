import { ImageOff, Play } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import { useMediaLink } from '../../../api/use-media-link.js';
import { classes } from '../../../ui/classes.js';
import { type Shown, pathOf } from './shown.js';
import styles from './tile.module.css';
import { useNear } from './use-near.js';
import { clockWords, spokenTime } from './words.js';

interface TileProps {
  item: Shown;
  /** Which rendition of a picture; a video has only its thumbnail to show. */
  variant: 'display' | 'thumbnail';
  /** What a press opens, in words. */
  label: string;
  style?: CSSProperties;
  onOpen: () => void;
}

/** A picture or video in the room that it is given: first its blur, then itself; or that it could not be loaded, and the press tries again. */
export function Tile({ item, variant, label, style, onOpen }: TileProps) {
  const frame = useRef<HTMLButtonElement>(null);
  const isNear = useNear(frame);
  const [shownSrc, setShownSrc] = useState<string | null>(null);
  const isVideo = item.kind === 'video';
  // What this browser cannot show itself (HEIC) the server turns into what it can.
  const [isOwnUnreadable, setOwnUnreadable] = useState(false);
  const own = isVideo || isOwnUnreadable ? null : item.local;
  const link = useMediaLink(item.id, pathOf(item, isVideo ? 'thumbnail' : variant), { isWanted: isNear && own === null && (!isVideo || item.hasThumbnail) });
  const src = own ?? link.src;
  const isBroken = own === null && link.isBroken;
  const spoken = isVideo && item.duration !== undefined ? `${label}, ${spokenTime(item.duration)}` : label;
  return (
    <button
      ref={frame}
      type="button"
      className={styles.tile}
      style={{ ...style, ...(item.blur !== undefined && { backgroundImage: `url("${item.blur}")` }) }}
      aria-label={isBroken ? `${label} could not be loaded. Retry` : spoken}
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
      {isVideo && src === null && item.local !== null && <video src={item.local} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" className={classes(styles.picture, styles.shown)} />}
      {isBroken ? (
        <span className={styles.broken}>
          <ImageOff size={22} aria-hidden />
          Retry
        </span>
      ) : (
        isVideo && (
          <>
            <span className={styles.play}>
              <Play size={22} fill="currentColor" aria-hidden />
            </span>
            {item.duration !== undefined && <span className={styles.duration}>{clockWords(item.duration)}</span>}
          </>
        )
      )}
    </button>
  );
}
