import type { UserView } from '@duet/contracts';
import { Check, ChevronRight, MessageCircleHeart, Sparkles, Trophy } from 'lucide-react';
import { t } from '../../texts/index.js';
import { Card } from '../../ui/card.js';
import { Link } from '../../ui/link.js';
import styles from './pages.module.css';

const AWAITS = [
  { icon: MessageCircleHeart, text: 'app.oneConversationThatNoOtherAccount' },
  { icon: Sparkles, text: 'app.memoriesThatYouKeepTogether' },
  { icon: Trophy, text: 'app.challengesForTheTwoOfYou' },
] as const;

const stepsOf = (user: UserView) => [
  { label: t('app.addAPictureSoThatYour'), isDone: user.avatar !== null },
  { label: t('app.writeALineAboutYourself'), isDone: user.bio !== '' },
];

/** The steps that the user can take before the partner joins, and those that follow. */
export function WhileYouWait({ user }: { user: UserView }) {
  return (
    <Card title={t('app.whileYouWait')}>
      <ul className={styles.steps}>
        {stepsOf(user).map(({ label, isDone }) => (
          <li key={label}>
            {isDone ? (
              <span className={styles.done}>
                <Check size={18} aria-label={t('app.done')} /> {label}
              </span>
            ) : (
              <Link to="/profile" className={styles.step}>
                {label} <ChevronRight size={18} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ul>
      <h3 className={styles.awaits}>{t('app.whatAwaitsYouTwo')}</h3>
      <ul className={styles.steps}>
        {AWAITS.map(({ icon: Icon, text }) => (
          <li key={text} className={styles.await}>
            <Icon size={18} aria-hidden /> {t(text)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
