import { BookHeart, Goal, Hourglass, Link2, MessageCircleHeart, Trophy } from 'lucide-react';
import { classes } from '../../ui/classes.js';
import { Days, Meeting, Paths, Ring, Sand } from './feature-art.js';
import styles from './features.module.css';

const FEATURES = [
  {
    icon: MessageCircleHeart,
    title: 'Real-time chat',
    text: 'Text, photos, voice notes and reactions, the moment they happen. You see when it was read, and when the other is writing.',
    look: styles.deep,
    art: null,
  },
  { icon: Hourglass, title: 'Memory capsules', text: 'Seal letters and pictures away. Neither of you can peek until the day has come.', look: styles.honey, art: <Sand /> },
  { icon: Trophy, title: 'Shared challenges', text: 'Thirty days of thank-yous, a new dish a week. At your pace, without a score.', look: styles.plain, art: <Days /> },
  {
    icon: Link2,
    title: 'Partner connection',
    text: 'A request or a code, and a yes. Nobody is linked without wanting to be, and each of you can leave at any time.',
    look: styles.soft,
    art: <Meeting />,
  },
  { icon: BookHeart, title: 'Interactive stories', text: 'Read as two. Choose in secret, and find out where both choices lead.', look: styles.plain, art: <Paths /> },
  { icon: Goal, title: 'Relationship goals', text: 'Save for the trip, learn the dance, call your mothers. Keep track of what you both want.', look: styles.soft, art: <Ring /> },
];

export function Features() {
  return (
    <section className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title">Everything two people need. Nothing a crowd would.</h2>
      <ul className={styles.grid}>
        {FEATURES.map(({ icon: Icon, title, text, look, art }) => (
          <li key={title} className={classes(styles.item, look)}>
            {art}
            <Icon size={30} strokeWidth={1.6} aria-hidden />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
