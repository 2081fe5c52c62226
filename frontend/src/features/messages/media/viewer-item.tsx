import { useState } from 'react';
import { useMediaLink } from '../../../api/use-media-link.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';
import { classes } from '../../../ui/classes.js';
import { type Shown, pathOf } from './shown.js';
import styles from './viewer.module.css';

/** A photo or video as large as there is room: the blur until it is there, or what to do when it does not come. */
export function ViewerItem({ item, name }: { item: Shown; name: string }) {
  const isVideo = item.kind === 'video';
  const link = useMediaLink(item.local === null ? item.id : null, pathOf(item, isVideo ? 'original' : 'display'), { staysOpen: isVideo });
  const poster = useMediaLink(isVideo && item.hasThumbnail && item.local === null ? item.id : null, pathOf(item, 'thumbnail'));
  const [isLoaded, setLoaded] = useState(false);
  // What has begun to load keeps its address: a renewed link must not start a video anew.
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
        <p>This {isVideo ? 'video' : 'photo'} could not be loaded.</p>
        <Button look="secondary" onPress={link.retry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <>
      {!isLoaded && !isVideo && item.blur !== undefined && <img src={item.blur} alt="" aria-hidden="true" className={styles.blur} width={item.width} height={item.height} />}
      {!isLoaded && <Spinner label="Loading" className={styles.spinner ?? ''} />}
      {src !== null &&
        (isVideo ? (
          <video src={src} {...(poster.src !== null && { poster: poster.src })} controls autoPlay playsInline aria-label={name} className={styles.shown} onLoadedMetadata={loaded} onError={failed} />
        ) : (
          <img src={src} alt={name} draggable={false} className={classes(styles.shown, !isLoaded && styles.hidden)} width={item.width} height={item.height} onLoad={loaded} onError={failed} />
        ))}
    </>
  );
}
