import { type ReactNode, useContext } from 'react';
import { isMissing } from '../api/errors.js';
import { t } from '../texts/index.js';
import { AwayContext } from '../ui/away.js';
import { Button } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { CoverLink } from '../ui/shelf.js';
import { Sign } from '../ui/sign.js';
import { Skeleton } from '../ui/spinner.js';
import styles from './cards.module.css';

/** A thing to draw, as a message names it. */
export interface SharedThing {
  id: string;
  /** Its title when it was shared. */
  title: string;
}

interface ChatCardProps {
  /** The kind of thing, in a word. */
  kind: string;
  sign: ReactNode;
  /** The title as it is now; before it is loaded, as it was shared. */
  title: string;
  href: string;
  /** Why it could not be loaded. */
  error: unknown;
  isGone?: boolean;
  onRetry: () => void;
  /** Its state; null while it loads. */
  children: ReactNode;
}

/** A thing in the conversation: its whole face is the link. It shows no more than the reader's own calls answer. */
export function ChatCard({ kind, sign, title, href, error, isGone = false, onRetry, children }: ChatCardProps) {
  const hasGone = isGone || isMissing(error);
  return (
    <div className={classes(styles.card, hasGone && styles.gone)}>
      <div className={styles.head}>
        {sign}
        <span className={styles.words}>
          <span className={styles.kind}>{kind}</span>
          {hasGone ? (
            <span className={styles.title} dir="auto">
              {title}
            </span>
          ) : (
            <CoverLink to={href} className={styles.title} draggable={false}>
              {title}
            </CoverLink>
          )}
        </span>
      </div>
      <div className={styles.state}>
        {hasGone ? (
          <p>{t('cards.gone')}</p>
        ) : (
          (children ?? (error === undefined ? <Skeleton className={styles.skeleton} /> : <Failed onRetry={onRetry} />))
        )}
      </div>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  if (useContext(AwayContext)) return <p>{t('common.notKept')}</p>;
  return (
    <div className={styles.failed}>
      <span>{t('cards.couldNotBeLoaded')}</span>
      <Button look="ghost" size="small" onPress={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

/** A card without its thing: not loaded yet, because it is far from the screen, or of a part that is switched off. */
export const PlainCard = ({ title, sign, children }: { title: string; sign?: ReactNode; children?: ReactNode }) => (
  <div className={styles.card}>
    <div className={styles.head}>
      <CardSign>{sign}</CardSign>
      <span className={styles.title} dir="auto">
        {title}
      </span>
    </div>
    <div className={styles.state}>{children}</div>
  </div>
);

/** The sign of a thing that has no picture of its own. */
export const CardSign = ({ children }: { children?: ReactNode }) => <Sign tint="honey">{children}</Sign>;
