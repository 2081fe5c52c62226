import type { ChallengeView } from '@duet/contracts';
import { BookHeart, PartyPopper, Trophy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { attempt } from '../../api/attempt.js';
import { useActOnChallengeMutation } from './challenges-api.js';
import styles from './challenge.module.css';
import { Confetti } from './confetti.js';

/** Confetti falls by itself when the challenge was completed at most this long ago, in milliseconds. */
const FRESH = 24 * 60 * 60 * 1000;

/** The challenges that this page has celebrated. */
const celebrated = new Set<string>();

function isFirstLook({ _id, completedAt }: ChallengeView): boolean {
  if (celebrated.has(_id) || completedAt === null || new Date().getTime() - Date.parse(completedAt) > FRESH)
    return false;
  celebrated.add(_id);
  return true;
}

/** The card of a completed challenge, with its points, its keepsake, and confetti at the first look. */
export function Celebration({ challenge }: { challenge: ChallengeView }) {
  const [falls, setFalls] = useState(() => (isFirstLook(challenge) ? 1 : 0));
  const [press, { isLoading }] = useActOnChallengeMutation();
  const { _id: id, points, capsuleId, actions } = challenge;
  return (
    <section className={styles.celebration} aria-labelledby="celebration">
      {falls > 0 && <Confetti key={falls} />}
      <span className={styles.trophy} aria-hidden>
        <Trophy size={44} strokeWidth={1.5} />
      </span>
      <h2 id="celebration">{t('challenges.celebrate')}</h2>
      <p>{t('challenges.celebrateWords')}</p>
      {points > 0 && <p className={styles.given}>{t('challenges.pointsGiven', { points })}</p>}
      <div className={styles.row}>
        {actions.includes('keep') && (
          <Button look="primary" isPending={isLoading} onPress={() => void attempt(press({ id, press: 'keepsake' }))}>
            <BookHeart size={18} aria-hidden />
            {t('challenges.makeKeepsake')}
          </Button>
        )}
        {capsuleId !== null && (
          <LinkButton href={`/memories/${capsuleId}`} look="primary">
            <BookHeart size={18} aria-hidden />
            {t('challenges.openKeepsake')}
          </LinkButton>
        )}
        <Button look="ghost" className={styles.again ?? ''} onPress={() => setFalls(falls + 1)}>
          <PartyPopper size={18} aria-hidden />
          {t('challenges.onceMore')}
        </Button>
      </div>
    </section>
  );
}
