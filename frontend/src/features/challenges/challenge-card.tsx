import type { ChallengeSummary } from '@duet/contracts';
import { Link } from 'react-router-dom';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { CategorySign, categoryOf } from './categories.js';
import { statusWords, whenWords } from './challenge-words.js';
import styles from './challenges.module.css';
import { Progress } from './progress.js';

/** A challenge in a list: its whole face is the link. */
export function ChallengeCard({ challenge }: { challenge: ChallengeSummary }) {
  const formats = useFormats();
  const { _id, title, category, status, points, progress } = challenge;
  const { label, tint } = categoryOf(category);
  const when = whenWords(challenge, formats);
  const runs = status === 'active' || status === 'paused';
  return (
    <li className={classes(styles.card, tint)}>
      <div className={styles.cardHead}>
        <CategorySign category={category} />
        <span className={styles.kicker}>{t(label)}</span>
        {status === 'completed' && points > 0 && <span className={styles.points}>+{points}</span>}
      </div>
      <h3 className={styles.cardTitle}>
        <Link to={`/challenges/${_id}`} className={styles.cover} dir="auto">
          {title}
        </Link>
      </h3>
      <p className={styles.soft}>
        {status === 'completed' ? when : [statusWords(challenge), when].filter((words) => words !== '').join(' · ')}
      </p>
      {runs && <Progress progress={progress} />}
    </li>
  );
}
