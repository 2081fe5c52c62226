import type { CapsuleCover } from '@duet/contracts';
import { useRef, useState } from 'react';
import { useMediaLink } from '../../../sync/index.js';
import { classes } from '../../../ui/classes.js';
import { useNear } from '../../../ui/use-near.js';
import { CapsuleFiles } from './album/capsule-files.js';
import styles from './cover.module.css';

interface CoverPictureProps {
  capsuleId: string;
  cover: CapsuleCover;
  variant: 'display' | 'thumbnail';
  className?: string | undefined;
}

/** The picture on the outside of a capsule; the title beside it says what it stands for. */
export const CoverPicture = (props: CoverPictureProps) => (
  <CapsuleFiles capsuleId={props.capsuleId}>
    <Picture key={props.cover.id} {...props} />
  </CapsuleFiles>
);

function Picture({ cover: { id, file }, variant, className }: CoverPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame);
  const [isLoaded, setLoaded] = useState(false);
  const link = useMediaLink(id, variant, { isWanted: isNear });
  if (link.isBroken) return null;
  return (
    <div
      ref={frame}
      className={classes(styles.cover, className)}
      style={file?.blur === undefined ? undefined : { backgroundImage: `url("${file.blur}")` }}
    >
      {link.src !== null && (
        <img
          src={link.src}
          alt=""
          decoding="async"
          className={classes(styles.picture, isLoaded && styles.loaded)}
          onLoad={() => {
            setLoaded(true);
            link.loaded();
          }}
          onError={link.failed}
        />
      )}
    </div>
  );
}
