import type { LinkPreviewView, MessageView } from '@duet/contracts';
import { firstLink } from '@duet/contracts/plain';
import { useRef, useState } from 'react';
import { useSettings } from '../../api/settings.js';
import { useMediaLink } from '../../api/use-media-link.js';
import { classes } from '../../ui/classes.js';
import { useNear } from './media/use-near.js';
import styles from './link-preview.module.css';

/** What is shown of the page behind the text's first link, for who wants to see that. Words and picture come from us: the site hears nothing. */
export function LinkPreview({ message }: { message: MessageView }) {
  const { settings, isLoaded } = useSettings();
  const { preview, content } = message;
  // An own edit shows before the server has dropped what was found behind the link that was.
  const isCurrent = preview !== null && preview.url === firstLink(content);
  return isCurrent && isLoaded && settings.privacy.linkPreviews ? <Card preview={preview} /> : null;
}

/** Above the words where it is wide enough for that, else beside them. */
const isBanner = ({ width, height }: Picture): boolean => width >= 300 && width / height >= 1.3 && width / height <= 3;

function Card({ preview: { url, siteName, title, description, image } }: { preview: LinkPreviewView }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={classes(styles.card, image && isBanner(image) && styles.withBanner)}>
      {image && <PagePicture image={image} />}
      <span className={styles.words} dir="auto">
        <span className="visually-hidden">Link preview: </span>
        <span className={styles.site}>{siteName}</span> <span className={styles.title}>{title}</span>{' '}
        {description !== null && <span className={styles.description}>{description}</span>}
      </span>
    </a>
  );
}

type Picture = NonNullable<LinkPreviewView['image']>;

/** Has its room from the start, and first its blur. */
function PagePicture({ image }: { image: Picture }) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useNear(frame);
  const [isShown, setShown] = useState(false);
  const { src, loaded, failed } = useMediaLink(image.id, image.url, { isWanted: isNear });
  const style = { backgroundImage: `url("${image.blur}")`, ...(isBanner(image) && { aspectRatio: `${image.width} / ${image.height}` }) };
  return (
    <span ref={frame} className={styles.picture} style={style}>
      {src !== null && (
        <img
          src={src}
          alt=""
          decoding="async"
          draggable={false}
          className={classes(isShown && styles.shown)}
          onLoad={() => {
            setShown(true);
            loaded();
          }}
          onError={failed}
        />
      )}
    </span>
  );
}
