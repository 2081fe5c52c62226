import { useState } from 'react';
import { useMediaLink } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/spinner.js';
import { classes } from '../../ui/classes.js';
import type { MediaItem } from '../media-item.js';
import styles from './viewer.module.css';

/** A photo or video at full size: its blur until it is loaded, and a retry if that fails. */
export function ViewerItem({ item, name }: { item: MediaItem; name: string }) {
  const isVideo = item.kind === 'video';
  const link = useMediaLink(item.local === null ? item.id : null, isVideo ? 'original' : 'display', {
    staysOpen: isVideo,
  });
  const poster = useMediaLink(isVideo && item.hasThumbnail && item.local === null ? item.id : null, 'thumbnail');
  const [isLoaded, setLoaded] = useState(false);
  // A loaded item keeps its address: a renewed link would restart a video.
  const [pinned, setPinned] = useState<string | null>(item.local);
  const src = pinned ?? link.src;

  const loaded = (): void => {
    setLoaded(true);
    setPinned(src);
    link.loaded();
  };
  const failed = (): void => {
    setPinned(null);
    link.failed();
  };

  if (link.isBroken) {
    return (
      <div className={styles.trouble} role="alert">
        <p>{t('media.couldNotBeLoadedKind', { kind: item.kind })}</p>
        <Button look="secondary" onPress={link.retry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {!isLoaded && !isVideo && item.blur !== undefined && (
        <img
          src={item.blur}
          alt=""
          aria-hidden="true"
          className={styles.blur}
          width={item.width}
          height={item.height}
        />
      )}
      {!isLoaded && <Spinner label={t('common.loading')} className={styles.spinner ?? ''} />}
      {src !== null &&
        (isVideo ? (
          <video
            src={src}
            {...(poster.src !== null && { poster: poster.src })}
            controls
            autoPlay
            playsInline
            aria-label={name}
            className={styles.shown}
            onLoadedMetadata={loaded}
            onError={failed}
          />
        ) : (
          <img
            src={src}
            alt={name}
            draggable={false}
            className={classes(styles.shown, !isLoaded && styles.hidden)}
            width={item.width}
            height={item.height}
            onLoad={loaded}
            onError={failed}
          />
        ))}
    </>
  );
}
