import type { LinkPreviewView, MessageView } from '@duet/contracts';
import { firstLink } from '@duet/contracts/plain';
import { useRef, useState } from 'react';
import { useSettings } from '../../../platform/account/settings.js';
import { useMediaLink } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { classes } from '../../../ui/classes.js';
import { useNear } from '../../../ui/use-near.js';
import styles from './link-preview.module.css';

/**
 * The preview of the text's first link, if the user turned previews on. Text and picture come from our server, so the site
 * sees no request.
 */
export function LinkPreview({ message }: { message: MessageView }) {
  const { settings, isLoaded } = useSettings();
  const { preview, content } = message;
  // An own edit shows at once, before the server drops the preview of the former link.
  const isCurrent = preview !== null && preview.url === firstLink(content);
  return isCurrent && isLoaded && settings.privacy.linkPreviews ? <PreviewCard preview={preview} /> : null;
}

/** Wide pictures stand above the text, others beside it. */
const isBanner = ({ width, height }: Picture): boolean => width >= 300 && width / height >= 1.3 && width / height <= 3;

function PreviewCard({ preview: { url, siteName, title, description, image } }: { preview: LinkPreviewView }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classes(styles.card, image && isBanner(image) && styles.withBanner)}
    >
      {image && <PagePicture image={image} />}
      <span className={styles.words} dir="auto">
        <span className="visually-hidden">{t('messages.linkPreview')} </span>
        <span className={styles.site}>{siteName}</span> <span className={styles.title}>{title}</span>{' '}
        {description !== null && <span className={styles.description}>{description}</span>}
      </span>
    </a>
  );
}

type Picture = NonNullable<LinkPreviewView['image']>;

/** Reserves its space from the start and shows the blur until the picture is loaded. */
function PagePicture({ image }: { image: Picture }) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useNear(frame);
  const [isShown, setShown] = useState(false);
  const { src, loaded, failed } = useMediaLink(image.id, 'original', { isWanted: isNear });
  const style = {
    backgroundImage: `url("${image.blur}")`,
    ...(isBanner(image) && { aspectRatio: `${image.width} / ${image.height}` }),
  };
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
