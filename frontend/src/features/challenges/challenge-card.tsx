import type { ChallengeSummary } from '@duet/contracts';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { CardHead, CardTitle, CoverLink, Kicker, ShelfCard } from '../../ui/shelf.js';
import { CategorySign, categoryOf } from './categories.js';
import { statusWords, whenWords } from './challenge-words.js';
import styles from './challenges.module.css';
import { Progress } from './progress.js';

/** A challenge in a list: its whole face is the link. */
export function ChallengeCard({ challenge }: { challenge: ChallengeSummary }) {
  const formats = useFormats();
  const zone = useCoupleZone();
  const { _id, title, category, status, points, progress } = challenge;
  const { label, tint } = categoryOf(category);
  const when = whenWords(challenge, formats, zone);
  const runs = status === 'active' || status === 'paused';
  return (
    <ShelfCard tint={tint}>
      <CardHead>
        <CategorySign category={category} />
        <Kicker>{t(label)}</Kicker>
        {status === 'completed' && points > 0 && <span className={styles.points}>+{points}</span>}
      </CardHead>
      <CardTitle>
        <CoverLink to={`/challenges/${_id}`}>{title}</CoverLink>
      </CardTitle>
      <p className={styles.soft}>
        {status === 'completed' ? when : [statusWords(challenge), when].filter((words) => words !== '').join(' · ')}
      </p>
      {runs && <Progress progress={progress} />}
    </ShelfCard>
  );
}
