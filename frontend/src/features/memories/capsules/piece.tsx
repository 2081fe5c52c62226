import type { ContributionView } from '@duet/contracts';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNames } from '../../../platform/account/names.js';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { classes } from '../../../ui/classes.js';
import { dayHere, useFormats } from '../../../ui/formats.js';
import { tintClass, tintOfSide } from '../../../ui/tint.js';
import { KeptQuote } from './kept-quote.js';
import { PieceFiles } from './piece-files.js';
import styles from './capsules.module.css';

/** A step is its author's own; everything else that was kept has a keeper. */
const isCopied = ({ kind }: ContributionView): boolean => ['message', 'answer', 'challenge'].includes(kind);

interface PieceProps {
  contribution: ContributionView;
  actions?: ReactNode;
  /** Its pictures, where they are not shown elsewhere. */
  children?: ReactNode;
}

/** One contribution: mulberry is one's own, honey the other's. */
export function Piece({ contribution, actions, children }: PieceProps) {
  const { nameOf, actorOf } = useNames();
  const { date } = useFormats();
  const self = useSession().user?._id;
  const { author, kind, text, place, happenedAt, visibility } = contribution;
  return (
    <article className={classes(styles.piece, tintClass(tintOfSide(author === self)))}>
      <header className={styles.pieceHead}>
        <bdi>{isCopied(contribution) ? t('capsules.keptBy', { ...actorOf(author) }) : nameOf(author)}</bdi>
        {/* The quote of a message says when it was sent. */}
        {kind !== 'message' && <span className={styles.soft}>{date(dayHere(happenedAt))}</span>}
        {actions && <span className={styles.pieceTools}>{actions}</span>}
      </header>
      <KeptQuote contribution={contribution} nameOf={nameOf} />
      {text !== '' && (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      <PieceFiles contribution={contribution} />
      {children}
      {place && (
        <p className={styles.place} dir="auto">
          <MapPin size={16} aria-hidden /> {place.label}
        </p>
      )}
      {visibility === 'surprise' && <p className={styles.soft}>{t('capsules.surprise')}</p>}
    </article>
  );
}
