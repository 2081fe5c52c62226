import type { DailyAnswerView, DailyQuestionView } from '@duet/contracts';
import type { NamedPerson } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import styles from './daily.module.css';
import { chosenWords, guessedRight } from './daily-words.js';

interface SaidProps {
  question: DailyQuestionView;
  answer: DailyAnswerView;
  /** The author, as the reader sees them. */
  name: string;
  isMine: boolean;
}

/** One answer as a bubble: mulberry for the user, honey for the partner. */
export function Said({ question, answer, name, isMine }: SaidProps) {
  const chosen = chosenWords(question, answer.value);
  return (
    <div className={isMine ? styles.mine : styles.theirs}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      {chosen !== null && (
        <p className={styles.chosen} dir="auto">
          {chosen}
        </p>
      )}
      {answer.text !== '' && (
        <p className={styles.said} dir="auto">
          {answer.text}
        </p>
      )}
    </div>
  );
}

/** Both guesses and whether they were right. */
export function Guesses({ question, partnerName }: { question: DailyQuestionView; partnerName: string }) {
  const { mine, theirs } = question;
  if (!mine || !theirs || mine.guess === null || theirs.guess === null) return null;
  const line = (right: boolean, who: NamedPerson, guess: string | null): string =>
    right
      ? t('dailyQuestion.whoGuessedRight', { ...who })
      : t('dailyQuestion.guessedOther', { ...who, guess: guess ?? '' });
  return (
    <p className={styles.soft}>
      {line(guessedRight(mine, theirs), { by: 'you', name: t('common.you') }, chosenWords(question, mine.guess))}{' '}
      {line(guessedRight(theirs, mine), { by: 'other', name: partnerName }, chosenWords(question, theirs.guess))}
    </p>
  );
}
