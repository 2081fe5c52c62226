import type { BadgeId, BadgeView } from '@duet/contracts';
import { Archive, BookOpen, CalendarHeart, Flame, type LucideIcon, Sunrise, Trophy } from 'lucide-react';
import { type PlainTextKey, t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { useGetBadgesQuery } from './challenges-api.js';
import styles from './badges.module.css';
import { LoadState } from '../../ui/load-state.js';

interface BadgeLook {
  icon: LucideIcon;
  name: PlainTextKey;
  /** How it is earned. */
  words: PlainTextKey;
}

const LOOKS: Record<BadgeId, BadgeLook> = {
  capsule_first: { icon: Archive, name: 'challenges.capsule_first', words: 'challenges.capsule_firstWords' },
  reveal_first: { icon: Sunrise, name: 'challenges.reveal_first', words: 'challenges.reveal_firstWords' },
  rhythm_7: { icon: Flame, name: 'challenges.rhythm_7', words: 'challenges.rhythm_7Words' },
  rhythm_30: { icon: Flame, name: 'challenges.rhythm_30', words: 'challenges.rhythm_30Words' },
  rhythm_100: { icon: Flame, name: 'challenges.rhythm_100', words: 'challenges.rhythm_100Words' },
  challenges_1: { icon: Trophy, name: 'challenges.challenges_1', words: 'challenges.challenges_1Words' },
  challenges_10: { icon: Trophy, name: 'challenges.challenges_10', words: 'challenges.challenges_10Words' },
  challenges_50: { icon: Trophy, name: 'challenges.challenges_50', words: 'challenges.challenges_50Words' },
  together_100: { icon: CalendarHeart, name: 'challenges.together_100', words: 'challenges.together_100Words' },
  together_365: { icon: CalendarHeart, name: 'challenges.together_365', words: 'challenges.together_365Words' },
  together_1000: { icon: CalendarHeart, name: 'challenges.together_1000', words: 'challenges.together_1000Words' },
  story_finished: { icon: BookOpen, name: 'challenges.story_finished', words: 'challenges.story_finishedWords' },
};

/** The joint points, and the badges: those that are earned, and those that come next. */
export function Badges() {
  const { data, isError, refetch } = useGetBadgesQuery();
  const { number } = useFormats();
  if (!data)
    return (
      <LoadState isError={isError} onRetry={() => void refetch()} failure={t('challenges.badgesCouldNotBeLoaded')} />
    );
  const earned = data.badges.filter(({ earnedAt }) => earnedAt !== null);
  const rest = data.badges.filter(({ earnedAt }) => earnedAt === null);
  return (
    <div className={styles.page}>
      <h2 className="visually-hidden">{t('challenges.pointsAndBadges')}</h2>
      <div className={styles.total}>
        <p className={styles.number}>{number(data.points)}</p>
        <div>
          <p className={styles.name}>{t('challenges.pointsTogether', { points: data.points })}</p>
          <p>{t('challenges.pointsWords')}</p>
        </div>
      </div>
      <section className={styles.group} aria-label={t('challenges.earned')}>
        <h3>{t('challenges.earned')}</h3>
        {earned.length === 0 && <p className={styles.soft}>{t('challenges.noneEarned')}</p>}
        <BadgeList badges={earned} />
      </section>
      {rest.length > 0 && (
        <section className={styles.group} aria-label={t('challenges.stillToCome')}>
          <h3>{t('challenges.stillToCome')}</h3>
          <BadgeList badges={rest} />
        </section>
      )}
    </div>
  );
}

function BadgeList({ badges }: { badges: readonly BadgeView[] }) {
  const { date } = useFormats();
  return (
    <ul className={styles.list}>
      {badges.map(({ id, earnedAt }) => {
        const { icon: Icon, name, words } = LOOKS[id];
        return (
          <li key={id} className={classes(styles.badge, earnedAt !== null && styles.earned)}>
            <span className={styles.medal} aria-hidden>
              <Icon size={26} strokeWidth={1.7} />
            </span>
            <span className={styles.name}>{t(name)}</span>
            <span className={styles.soft}>
              {earnedAt === null ? t(words) : t('challenges.earnedOn', { date: date(earnedAt) })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
