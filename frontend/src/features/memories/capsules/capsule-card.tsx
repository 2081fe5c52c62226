import type { CapsuleSummary } from '@duet/contracts';
import { Heart, Images, Lock, LockOpen } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { CoverLink, ShelfCard } from '../../../ui/shelf.js';
import { statusWords, whenWords } from './capsule-words.js';
import styles from './capsules.module.css';
import themes from './capsule-theme.module.css';
import { CoverPicture } from './cover-picture.js';

/** A capsule in a list: its whole face is the link. */
export function CapsuleCard({ capsule }: { capsule: CapsuleSummary }) {
  const formats = useFormats();
  const { _id, title, emoji, theme, cover, kind, status, counts, favourite } = capsule;
  const Icon = kind === 'keepsake' ? Images : status === 'completed' ? LockOpen : Lock;
  return (
    <ShelfCard className={theme ? themes.themed : styles[status]} look={theme}>
      {cover && <CoverPicture capsuleId={_id} cover={cover} variant="thumbnail" className={styles.face} />}
      <span className={classes(styles.seal, cover && styles.onFace)} aria-hidden>
        {emoji ?? <Icon size={22} />}
      </span>
      <h3 className={styles.cardTitle}>
        <CoverLink to={`/memories/${_id}`}>{title}</CoverLink>
        {favourite && (
          <Heart size={16} className={styles.heart} fill="currentcolor" aria-label={t('capsules.favourites')} />
        )}
      </h3>
      <p className={styles.state}>{statusWords(capsule)}</p>
      <p className={styles.soft}>{t('capsules.pieces', { count: counts.total })}</p>
      <p className={styles.soft}>{whenWords(capsule, formats)}</p>
    </ShelfCard>
  );
}
