import type { DailyQuestionView } from '@duet/contracts';
import { Bookmark, Check, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { AnswerForm } from './answer-form.js';
import styles from './daily.module.css';
import { CATEGORY_WORDS } from './daily-words.js';
import { Reactions } from './reactions.js';
import { Guesses, Said } from './said.js';

export interface QuestionProps {
  question: DailyQuestionView;
  myId: string;
  partnerName: string;
  /** Asks for the capsule that keeps the answers. */
  onKeep: (question: DailyQuestionView) => void;
}

/** The question with its source. */
export function QuestionText({ question: { text, category, writtenBy } }: Pick<QuestionProps, 'question'>) {
  const { actorOf } = useNames();
  const source = writtenBy
    ? t('dailyQuestion.fromWriter', { ...actorOf(writtenBy._id) })
    : category && t(CATEGORY_WORDS[category]);
  return (
    <div className={styles.question}>
      {source && <span className={styles.source}>{source}</span>}
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </div>
  );
}

/** Both answers side by side. */
export function Revealed({ question, myId, partnerName, onKeep }: QuestionProps) {
  const { mine, theirs } = question;
  if (!mine || !theirs) return null;
  return (
    <>
      <div className={styles.both}>
        <Said question={question} answer={mine} name={t('common.you')} isMine />
        <Said question={question} answer={theirs} name={partnerName} isMine={false} />
      </div>
      <Guesses question={question} partnerName={partnerName} />
      <div className={styles.underAnswers}>
        <Reactions question={question} myId={myId} partnerName={partnerName} />
        <Button look="ghost" size="small" onPress={() => onKeep(question)}>
          <Bookmark size={16} aria-hidden /> {t('common.keepThis')}
        </Button>
      </div>
    </>
  );
}

/** A question in its state: to be answered, waiting for the partner, or revealed. */
export function QuestionBody(props: QuestionProps) {
  const { question, partnerName } = props;
  const [isChanging, setChanging] = useState(false);
  const { mine, partnerAnswered, state } = question;
  if (state === 'revealed') return <Revealed {...props} />;
  if (mine && !isChanging) {
    return (
      <>
        <Said question={question} answer={mine} name={t('common.you')} isMine />
        <p className={styles.status} role="status">
          <Hourglass size={17} aria-hidden /> {t('dailyQuestion.waitingFor', { name: partnerName })}
        </p>
        <div>
          <Button size="small" onPress={() => setChanging(true)}>
            {t('dailyQuestion.changeYourAnswer')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      {partnerAnswered && (
        <p className={styles.status} role="status">
          <Check size={17} aria-hidden /> {t('dailyQuestion.hasAnswered', { name: partnerName })}
        </p>
      )}
      <AnswerForm
        key={question._id}
        question={question}
        partnerName={partnerName}
        onDone={() => setChanging(false)}
        {...(mine && { onCancel: () => setChanging(false) })}
      />
    </>
  );
}
