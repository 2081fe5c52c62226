import { LIMITS } from '@duet/contracts/plain';
import { MessageCircleHeart, PenLine, SearchX, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { usePartner } from '../../api/partner-status.js';
import { useSession } from '../../api/session.js';
import { showFailure } from '../../api/show-failure.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { classes } from '../../ui/classes.js';
import { EmptyState } from '../../ui/empty-state.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { IconButton } from '../../ui/icon-button.js';
import { SearchField } from '../../ui/search-field.js';
import { Skeleton } from '../../ui/spinner.js';
import { useDebounced } from '../../ui/use-debounced.js';
import { useGetDailyHistoryInfiniteQuery, useGetOwnQuestionsQuery, useRemoveQuestionMutation } from './daily-api.js';
import styles from './daily.module.css';
import { type QuestionProps, QuestionText, Revealed } from './question-body.js';
import { WriteQuestion } from './write-question.js';

interface DailyHistoryProps {
  /** What is looked for when the page opens. */
  search: string;
  /** The id of the question that somebody comes for. */
  goTo: string | null;
}

/** What the two have answered, to read again and to search. */
export function DailyHistory({ search, goTo }: DailyHistoryProps) {
  const { user } = useSession();
  const { partner } = usePartner();
  const [typed, setTyped] = useState(search);
  const [sought, setSought] = useState(goTo);
  const look = (text: string): void => {
    setTyped(text);
    // Who types looks for something else by now; nothing takes the focus from them.
    setSought(null);
  };
  const q = useDebounced(typed.trim(), LIMITS.searchDebounce);
  const { currentData, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useGetDailyHistoryInfiniteQuery(q);
  const questions = currentData?.pages.flatMap((page) => page.questions) ?? [];
  if (!user || !partner) return null;
  return (
    <Card title="Your answers">
      <OwnQuestions />
      <SearchField label="Search your answers" labelHidden placeholder="Search questions and answers…" value={typed} onChange={look} maxLength={100} />
      {isError && !currentData && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          Your answers could not be loaded.
        </Banner>
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData && questions.length === 0 && q === '' && (
        <EmptyState icon={<MessageCircleHeart size={26} aria-hidden />} title="Nothing here yet">
          <p>What you have both answered is kept here.</p>
        </EmptyState>
      )}
      {currentData && questions.length === 0 && q !== '' && <EmptyState icon={<SearchX size={26} aria-hidden />} title={`No results for “${q}”`} />}
      <ul className={styles.history} aria-busy={!currentData && !isError}>
        {questions.map((question) => (
          <Day key={question._id} question={question} myId={user._id} partnerName={partner.firstName} isSought={question._id === sought} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button size="small" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

interface DayProps extends QuestionProps {
  isSought: boolean;
}

function Day({ question, myId, partnerName, isSought }: DayProps) {
  const { day } = useFormats();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought) place.current?.focus();
  }, [isSought]);
  return (
    <li ref={place} tabIndex={isSought ? -1 : undefined} className={classes(styles.day, isSought && styles.sought)}>
      <h3>{day(dayHere(question.dayKey))}</h3>
      <QuestionText question={question} myId={myId} />
      <Revealed question={question} myId={myId} partnerName={partnerName} />
    </li>
  );
}

/** One's own questions that wait for their day, and the way to write one. */
function OwnQuestions() {
  const { currentData: waiting = [] } = useGetOwnQuestionsQuery();
  const [remove, { isLoading }] = useRemoveQuestionMutation();
  const [isWriting, setWriting] = useState(false);
  const takeBack = async (id: string): Promise<void> => {
    const { error } = await remove(id);
    // Asked meanwhile, or taken back on another device: it waits no longer.
    if (error && failureOf(error).status !== 404) showFailure(error);
  };
  return (
    <div className={styles.own}>
      <div>
        <Button onPress={() => setWriting(true)}>
          <PenLine size={18} aria-hidden /> Write a question
        </Button>
      </div>
      {waiting.length > 0 && (
        <>
          <h3>Waiting for their day</h3>
          <ul>
            {waiting.map(({ _id, text }) => (
              <li key={_id}>
                <span className={styles.words} dir="auto">
                  {text}
                </span>
                <IconButton label={`Take back: ${text}`} isDisabled={isLoading} onPress={() => void takeBack(_id)}>
                  <Trash2 size={18} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <WriteQuestion isOpen={isWriting} onClose={() => setWriting(false)} />
    </div>
  );
}
