import type { OwnQuestionView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { MessageCircleHeart, PenLine, SearchX, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useSession } from '../../platform/session/session.js';
import { showFailure } from '../../api/show-failure.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { classes } from '../../ui/classes.js';
import { EmptyState } from '../../ui/empty-state.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { IconButton } from '../../ui/icon-button.js';
import { LoadState } from '../../ui/load-state.js';
import { SearchField } from '../../ui/search-field.js';
import { Skeleton } from '../../ui/spinner.js';
import { useDebounced } from '../../ui/use-debounced.js';
import { useGetDailyHistoryInfiniteQuery, useGetOwnQuestionsQuery, useRemoveQuestionMutation } from './daily-api.js';
import styles from './daily.module.css';
import { type QuestionProps, QuestionText, Revealed } from './question-body.js';
import { WriteQuestion } from './write-question.js';
import { useRemoval } from '../../ui/use-removal.js';

interface DailyHistoryProps {
  /** The initial search. */
  search: string;
  /** The id of the question to focus. */
  goTo: string | null;
  onKeep: QuestionProps['onKeep'];
}

/** The revealed answers, with a search. */
export function DailyHistory({ search, goTo, onKeep }: DailyHistoryProps) {
  const { user } = useSession();
  const { partner: partnerName } = useNames();
  const [typed, setTyped] = useState(search);
  const [sought, setSought] = useState(goTo);
  const look = (text: string): void => {
    setTyped(text);
    // A new search must not move the focus to the former target.
    setSought(null);
  };
  const q = useDebounced(typed.trim(), LIMITS.searchDebounce);
  const { currentData, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useGetDailyHistoryInfiniteQuery(q);
  const questions = currentData?.pages.flatMap((page) => page.questions) ?? [];
  if (!user) return null;
  return (
    <Card title={t('dailyQuestion.yourAnswers')}>
      <OwnQuestions />
      <SearchField
        label={t('dailyQuestion.searchYourAnswers')}
        labelHidden
        placeholder={t('dailyQuestion.searchAnswers')}
        value={typed}
        onChange={look}
        maxLength={100}
      />
      {isError && !currentData && (
        <LoadState isError onRetry={() => void refetch()} failure={t('dailyQuestion.yourAnswersCouldNotBeLoaded')} />
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData && questions.length === 0 && q === '' && (
        <EmptyState icon={<MessageCircleHeart size={26} aria-hidden />} title={t('dailyQuestion.nothingHereYet')}>
          <p>{t('dailyQuestion.whatYouHaveBothAnsweredIs')}</p>
        </EmptyState>
      )}
      {currentData && questions.length === 0 && q !== '' && (
        <EmptyState icon={<SearchX size={26} aria-hidden />} title={t('dailyQuestion.noResultsForQ', { q })} />
      )}
      <ul className={styles.history} aria-busy={!currentData && !isError}>
        {questions.map((question) => (
          <Day
            key={question._id}
            question={question}
            myId={user._id}
            partnerName={partnerName}
            isSought={question._id === sought}
            onKeep={onKeep}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button size="small" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {t('common.showMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface DayProps extends QuestionProps {
  isSought: boolean;
}

function Day({ isSought, ...shown }: DayProps) {
  const { question } = shown;
  const { day } = useFormats();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought) place.current?.focus();
  }, [isSought]);
  return (
    <li ref={place} tabIndex={isSought ? -1 : undefined} className={classes(styles.day, isSought && styles.sought)}>
      <h3>{day(dayHere(question.dayKey))}</h3>
      <QuestionText question={question} />
      <Revealed {...shown} />
    </li>
  );
}

/** A question that waits for its day. Taking it back can be undone for a moment. */
function OwnQuestion({ question: { _id, text } }: { question: OwnQuestionView }) {
  const [remove] = useRemoveQuestionMutation();
  const removal = useRemoval(t('dailyQuestion.questionTakenBack'), async () => {
    const { error } = await remove(_id);
    // 404: it was asked or removed meanwhile.
    if (error && failureOf(error).status !== 404) showFailure(error);
  });
  if (removal.isGoing) return null;
  return (
    <li>
      <span className={styles.words} dir="auto">
        {text}
      </span>
      <IconButton label={t('dailyQuestion.takeBackText', { text })} onPress={removal.remove}>
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </li>
  );
}

/** The user's own questions that wait for their day, and a form to write one. */
function OwnQuestions() {
  const { currentData: waiting = [] } = useGetOwnQuestionsQuery();
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={styles.own}>
      <div>
        <Button onPress={() => setWriting(true)}>
          <PenLine size={18} aria-hidden /> {t('dailyQuestion.writeAQuestion')}
        </Button>
      </div>
      {waiting.length > 0 && (
        <>
          <h3>{t('dailyQuestion.waitingForTheirDay')}</h3>
          <ul>
            {waiting.map((question) => (
              <OwnQuestion key={question._id} question={question} />
            ))}
          </ul>
        </>
      )}
      <WriteQuestion isOpen={isWriting} onClose={() => setWriting(false)} />
    </div>
  );
}
