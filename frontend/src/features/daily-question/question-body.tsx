import type { DailyQuestionView } from '@duet/contracts';
import { Check, Hourglass } from 'lucide-react';
import { useState } from 'react';
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
}

/** Where it comes from, and the question itself. */
export function QuestionText({ question: { text, category, writtenBy }, myId }: Omit<QuestionProps, 'partnerName'>) {
  const source = writtenBy ? `From ${writtenBy._id === myId ? 'you' : writtenBy.firstName}` : category && CATEGORY_WORDS[category];
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
export function Revealed({ question, myId, partnerName }: QuestionProps) {
  const { mine, theirs } = question;
  if (!mine || !theirs) return null;
  return (
    <>
      <div className={styles.both}>
        <Said question={question} answer={mine} name="You" isMine />
        <Said question={question} answer={theirs} name={partnerName} isMine={false} />
      </div>
      <Guesses question={question} partnerName={partnerName} />
      <Reactions question={question} myId={myId} partnerName={partnerName} />
    </>
  );
}

/** A question in whichever state it is: to be answered, waiting for the other, or revealed. */
export function QuestionBody({ question, myId, partnerName }: QuestionProps) {
  const [isChanging, setChanging] = useState(false);
  const { mine, partnerAnswered, state } = question;
  if (state === 'revealed') return <Revealed question={question} myId={myId} partnerName={partnerName} />;
  if (mine && !isChanging) {
    return (
      <>
        <Said question={question} answer={mine} name="You" isMine />
        <p className={styles.status} role="status">
          <Hourglass size={17} aria-hidden /> Waiting for {partnerName}
        </p>
        <div>
          <Button size="small" onPress={() => setChanging(true)}>
            Change your answer
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      {partnerAnswered && (
        <p className={styles.status} role="status">
          <Check size={17} aria-hidden /> {partnerName} has answered. You see it when you have answered too.
        </p>
      )}
      <AnswerForm key={question._id} question={question} partnerName={partnerName} onDone={() => setChanging(false)} {...(mine && { onCancel: () => setChanging(false) })} />
    </>
  );
}
