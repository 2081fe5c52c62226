import type { DailyQuestionView } from '@duet/contracts';
import { useEffect, useState } from 'react';
import { putInView } from '../../api/in-view.js';
import { usePartner } from '../../api/partner-status.js';
import { useSession } from '../../api/session.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Dialog } from '../../ui/dialog.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { Skeleton } from '../../ui/spinner.js';
import { useGetDailyTodayQuery } from './daily-api.js';
import styles from './daily.module.css';
import { QuestionBody, QuestionText } from './question-body.js';
import { QuestionMenu } from './question-menu.js';
import { RhythmLine } from './rhythm-line.js';

/** Midnight comes while the page is open; nobody tells it. */
const LOOK_AGAIN = 5 * 60_000;

/** The question of the day, for the two. */
export function DailyCard() {
  const { user } = useSession();
  const { partner } = usePartner();
  const { currentData, isError, refetch } = useGetDailyTodayQuery(undefined, { pollingInterval: LOOK_AGAIN, skipPollingIfUnfocused: true });
  const shownId = currentData?.question._id;
  useEffect(() => (shownId === undefined ? undefined : putInView(shownId)), [shownId]);
  if (!user || !partner) return null;
  const [myId, partnerName] = [user._id, partner.firstName];
  return (
    <Card title="Question of the day" className={styles.card}>
      {isError && !currentData && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          Today’s question could not be loaded.
        </Banner>
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData && (
        <>
          <div className={styles.menu}>
            <QuestionMenu question={currentData.question} />
          </div>
          <QuestionText question={currentData.question} myId={myId} />
          <QuestionBody key={currentData.question._id} question={currentData.question} myId={myId} partnerName={partnerName} />
          <RhythmLine rhythm={currentData.rhythm} holidayUntil={currentData.holidayUntil} />
          <Pending pending={currentData.pending} myId={myId} partnerName={partnerName} />
        </>
      )}
    </Card>
  );
}

/** What is left of the days before; each can be answered for a week. */
function Pending({ pending, myId, partnerName }: { pending: DailyQuestionView[]; myId: string; partnerName: string }) {
  const { day } = useFormats();
  const [opened, setOpened] = useState<DailyQuestionView | null>(null);
  const shown = pending.find(({ _id }) => _id === opened?._id);
  return (
    <>
      {pending.length > 0 && (
        <div className={styles.pending}>
          <h3>Still open</h3>
          <ul>
            {pending.map((question) => (
              <li key={question._id}>
                <span className={styles.words}>
                  <span dir="auto">{question.text}</span>
                  <span className={styles.soft}>{day(dayHere(question.dayKey))}</span>
                </span>
                <Button size="small" aria-label={`Answer: ${question.text}`} onPress={() => setOpened(question)}>
                  Answer
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Dialog title={shown ? day(dayHere(shown.dayKey)) : 'Answered'} isOpen={shown !== undefined} onClose={() => setOpened(null)}>
        {shown && (
          <div className={styles.form}>
            <QuestionText question={shown} myId={myId} />
            <QuestionBody question={shown} myId={myId} partnerName={partnerName} />
          </div>
        )}
      </Dialog>
    </>
  );
}
