import { BookHeart, Goal, Hourglass, Link2, MessageCircleHeart, Trophy } from 'lucide-react';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { Days, Meeting, Paths, Ring, Sand } from './feature-art.js';
import styles from './features.module.css';

const FEATURES = [
  {
    icon: MessageCircleHeart,
    title: 'landing.realTimeChat',
    text: 'landing.textPhotosVoiceNotesAndReactions',
    look: styles.deep,
    art: null,
  },
  {
    icon: Hourglass,
    title: 'landing.memoryCapsules',
    text: 'landing.sealLettersAndPicturesAwayNeither',
    look: styles.honey,
    art: <Sand />,
  },
  {
    icon: Trophy,
    title: 'landing.sharedChallenges',
    text: 'landing.thirtyDaysOfThankYousA',
    look: styles.plain,
    art: <Days />,
  },
  {
    icon: Link2,
    title: 'landing.partnerConnection',
    text: 'landing.aRequestOrACodeAnd',
    look: styles.soft,
    art: <Meeting />,
  },
  {
    icon: BookHeart,
    title: 'landing.interactiveStories',
    text: 'landing.readAsTwoChooseInSecret',
    look: styles.plain,
    art: <Paths />,
  },
  {
    icon: Goal,
    title: 'landing.relationshipGoals',
    text: 'landing.saveForTheTripLearnThe',
    look: styles.soft,
    art: <Ring />,
  },
] as const;

export function Features() {
  return (
    <section className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title">{t('landing.everythingTwoPeopleNeedNothingA')}</h2>
      <ul className={styles.grid}>
        {FEATURES.map(({ icon: Icon, title, text, look, art }) => (
          <li key={title} className={classes(styles.item, look)}>
            {art}
            <Icon size={30} strokeWidth={1.6} aria-hidden />
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
