import type { StoryStepView } from '@duet/contracts';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import styles from './stories.module.css';

/** The choices or lines of both, side by side: own left, the other's right. */
export function Answers({ step: { node, answers } }: { step: StoryStepView }) {
  const { self, nameOf } = useNames();
  if (answers.length === 0) return null;
  const wordsOf = (choiceId: string | null): string =>
    node.choices.find(({ id }) => id === choiceId)?.text ?? t('stories.deletedLine');
  const inOrder = answers.toSorted((a, b) => Number(b.user === self) - Number(a.user === self));
  return (
    <ul className={styles.answers}>
      {inOrder.map(({ user, choiceId, text }) => (
        <li key={user} className={classes(styles.answer, tintClass(tintOfSide(user === self)))}>
          <span className={styles.kicker}>{nameOf(user)}</span>
          <span dir="auto">{text ?? wordsOf(choiceId)}</span>
        </li>
      ))}
    </ul>
  );
}
