import type { StoryAnswerView, StoryNodeView } from '@duet/contracts';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { late } from '../../ui/late.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import styles from './stories.module.css';

const AnswerPhoto = late(async () => (await import('./answer-photo.js')).AnswerPhoto);

interface AnswersProps {
  answers: readonly StoryAnswerView[];
  /** The ways of the node that they answer. */
  choices?: StoryNodeView['choices'];
}

/** The choices, lines or photos of both, side by side: own left, the other's right. */
export function Answers({ answers, choices = [] }: AnswersProps) {
  const { self, nameOf, actorOf } = useNames();
  if (answers.length === 0) return null;
  const wordsOf = ({ choiceId, text, photo }: StoryAnswerView): string | null =>
    text ?? choices.find(({ id }) => id === choiceId)?.text ?? (photo ? null : t('stories.deletedLine'));
  const inOrder = answers.toSorted((a, b) => Number(b.user === self) - Number(a.user === self));
  return (
    <ul className={styles.answers}>
      {inOrder.map((answer) => {
        const { user, photo } = answer;
        const words = wordsOf(answer);
        return (
          <li key={user} className={classes(styles.answer, tintClass(tintOfSide(user === self)))}>
            <span className={styles.kicker}>{nameOf(user)}</span>
            {photo && <AnswerPhoto photo={photo} author={actorOf(user)} caption={words} />}
            {words !== null && <span dir="auto">{words}</span>}
          </li>
        );
      })}
    </ul>
  );
}
