import type { ChallengeSummary } from '@duet/contracts';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { CardHead, CardTitle, CoverLink, Kicker, ShelfCard } from '../../ui/shelf.js';
import { ChallengeCategorySign, challengeCategoryOf } from './categories.js';
import { challengeStateLine, challengeWhenWords } from './challenge-words.js';
import styles from './challenges.module.css';
import { ChallengeProgressBar } from './challenge-progress-bar.js';

/** A challenge in a list: its whole face is the link. */
export function ChallengeCard({ challenge }: { challenge: ChallengeSummary }) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { _id, title, category, status, points, progress } = challenge;
  const { label, tint } = challengeCategoryOf(category);
  const runs = status === 'active' || status === 'paused';
  return (
    <ShelfCard tint={tint}>
      <CardHead>
        <ChallengeCategorySign category={category} />
        <Kicker>{t(label)}</Kicker>
        {status === 'completed' && points > 0 && <span className={styles.points}>+{points}</span>}
      </CardHead>
      <CardTitle>
        <CoverLink to={`/challenges/${_id}`}>{title}</CoverLink>
      </CardTitle>
      <p className={styles.soft}>
        {status === 'completed'
          ? challengeWhenWords(challenge, formats, zone)
          : challengeStateLine(challenge, formats, zone)}
      </p>
      {runs && <ChallengeProgressBar progress={progress} />}
    </ShelfCard>
  );
}
