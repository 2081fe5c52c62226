import type { UserView } from '@duet/contracts';
import { Check, ChevronRight, MessageCircleHeart, Sparkles, Trophy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card } from '../../ui/card.js';
import styles from './pages.module.css';

const AWAITS = [
  { icon: MessageCircleHeart, text: 'One conversation that nobody else can read' },
  { icon: Sparkles, text: 'Memories that you keep together' },
  { icon: Trophy, text: 'Challenges for the two of you' },
] as const;

const stepsOf = (user: UserView) => [
  { label: 'Add a picture, so that your partner knows it is you', isDone: user.avatar !== null },
  { label: 'Write a line about yourself', isDone: user.bio !== '' },
];

/** Something worth doing before the partner is here, and what comes then. */
export function WhileYouWait({ user }: { user: UserView }) {
  return (
    <Card title="While you wait">
      <ul className={styles.steps}>
        {stepsOf(user).map(({ label, isDone }) => (
          <li key={label}>
            {isDone ? (
              <span className={styles.done}>
                <Check size={18} aria-label="Done:" /> {label}
              </span>
            ) : (
              <Link to="/profile" className={styles.step}>
                {label} <ChevronRight size={18} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ul>
      <h3 className={styles.awaits}>What awaits you two</h3>
      <ul className={styles.steps}>
        {AWAITS.map(({ icon: Icon, text }) => (
          <li key={text} className={styles.await}>
            <Icon size={18} aria-hidden /> {text}
          </li>
        ))}
      </ul>
    </Card>
  );
}
