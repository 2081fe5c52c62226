import type { DailyQuestionView } from '@duet/contracts';
import { useEffect, useState } from 'react';
import { putInView } from '../../platform/device/in-view.js';
import { useSession } from '../../platform/session/session.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Dialog } from '../../ui/dialog.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { useInView } from '../../ui/visible.js';
import { useGetDailyTodayQuery } from './daily-api.js';
import styles from './daily.module.css';
import { QuestionBody, type QuestionProps, QuestionText } from './question-body.js';
import { QuestionMenu } from './question-menu.js';
import { RhythmLine } from './rhythm-line.js';

/** The question changes at midnight without a live update, so the card polls. In milliseconds. */
const POLL_INTERVAL = 5 * 60_000;

/** The couple's question of the day. */
export function DailyCard({ onKeep }: Pick<QuestionProps, 'onKeep'>) {
  const { user } = useSession();
  const { partner: partnerName } = useNames();
  const { currentData, isError, refetch } = useGetDailyTodayQuery(undefined, {
    pollingInterval: POLL_INTERVAL,
    skipPollingIfUnfocused: true,
  });
  const shownId = currentData?.question._id;
  const [card, setCard] = useState<HTMLElement | null>(null);
  const inView = useInView(card);
  useEffect(() => (inView && shownId !== undefined ? putInView(shownId) : undefined), [inView, shownId]);
  if (!user) return null;
  const myId = user._id;
  return (
    <Card ref={setCard} look="warm" title={t('dailyQuestion.questionOfTheDay')} className={styles.card}>
      {isError && !currentData && (
        <LoadState isError onRetry={() => void refetch()} failure={t('dailyQuestion.todaysQuestionCouldNotBeLoaded')} />
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData && (
        <>
          <div className={styles.menu}>
            <QuestionMenu question={currentData.question} />
          </div>
          <QuestionText question={currentData.question} />
          <QuestionBody
            key={currentData.question._id}
            question={currentData.question}
            myId={myId}
            partnerName={partnerName}
            onKeep={onKeep}
          />
          <RhythmLine rhythm={currentData.rhythm} holidayUntil={currentData.holidayUntil} />
          <Pending pending={currentData.pending} myId={myId} partnerName={partnerName} onKeep={onKeep} />
        </>
      )}
    </Card>
  );
}

interface PendingProps extends Omit<QuestionProps, 'question'> {
  pending: DailyQuestionView[];
}

/** Unanswered questions of the last week. */
function Pending({ pending, ...props }: PendingProps) {
  const { day } = useFormats();
  const [opened, setOpened] = useState<DailyQuestionView | null>(null);
  const shown = pending.find(({ _id }) => _id === opened?._id);
  return (
    <>
      {pending.length > 0 && (
        <div className={styles.pending}>
          <h3>{t('dailyQuestion.stillOpen')}</h3>
          <ul>
            {pending.map((question) => (
              <li key={question._id}>
                <span className={styles.words}>
                  <span dir="auto">{question.text}</span>
                  <span className={styles.soft}>{day(dayHere(question.dayKey))}</span>
                </span>
                <Button
                  size="small"
                  aria-label={t('dailyQuestion.answerText', { text: question.text })}
                  onPress={() => setOpened(question)}
                >
                  {t('dailyQuestion.answer')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Dialog
        title={shown ? day(dayHere(shown.dayKey)) : t('dailyQuestion.answered')}
        isOpen={shown !== undefined}
        onClose={() => setOpened(null)}
      >
        {shown && (
          <div className={styles.form}>
            <QuestionText question={shown} />
            <QuestionBody question={shown} {...props} />
          </div>
        )}
      </Dialog>
    </>
  );
}
