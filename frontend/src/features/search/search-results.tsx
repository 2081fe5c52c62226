import type { DailyQuestionView, MessageView } from '@duet/contracts';
import { useSettings } from '../../api/settings.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Spinner } from '../../ui/spinner.js';
import { Hit, HitGroup, hasFailed } from './hit-group.js';
import { useSearchMessagesQuery, useSearchQuestionsQuery } from './search-api.js';
import styles from './search.module.css';

/** A voice note has no text: its words were found. */
const spokenIn = ({ attachments }: MessageView): string => attachments.find(({ transcript }) => transcript !== undefined)?.transcript ?? '';

/** The answer in which the words stand, so that one sees why a question was found. */
const answerWith = (q: string, { mine, theirs }: DailyQuestionView): string | undefined =>
  [mine, theirs].find((answer) => answer?.text.toLowerCase().includes(q.toLowerCase()))?.text;

const inHistory = (q: string, { _id }: DailyQuestionView): string => `/challenges?${new URLSearchParams({ q, question: _id }).toString()}`;

interface SearchResultsProps {
  q: string;
  /** Without a partner there is nothing shared to search. */
  isLinked: boolean;
  onFollow: () => void;
}

export function SearchResults({ q, isLinked, onFollow }: SearchResultsProps) {
  const { transcripts } = useSettings().settings.privacy;
  const { day } = useFormats();
  const messages = useSearchMessagesQuery(q, { skip: !isLinked });
  const questions = useSearchQuestionsQuery(q, { skip: !isLinked });
  const searches = [questions, messages];
  const isSearching = isLinked && searches.some((search) => !search.currentData && !hasFailed(search));
  const isEmpty = !isLinked || searches.every(({ currentData }) => currentData?.length === 0);
  return (
    <div className={styles.results}>
      <HitGroup title="Questions" search={questions}>
        {(hit) => {
          const answer = answerWith(q, hit);
          return (
            <Hit key={hit._id} to={inHistory(q, hit)} text={hit.text} onFollow={onFollow}>
              {day(dayHere(hit.dayKey))}
              {answer !== undefined && <> · {answer}</>}
            </Hit>
          );
        }}
      </HitGroup>
      <HitGroup title="Messages" search={messages}>
        {(hit) => (
          <Hit key={hit._id} to={`/chat/${hit.chatId}?seq=${hit.seq}`} text={hit.content || (transcripts ? spokenIn(hit) : 'Voice note')} onFollow={onFollow}>
            {hit.sender.firstName} · <RelativeTime at={hit.createdAt} />
          </Hit>
        )}
      </HitGroup>
      {isSearching && (
        <p className={styles.line}>
          <Spinner label="Searching" />
        </p>
      )}
      {isEmpty && (
        <p className={styles.line} role="status">
          No results for &quot;{q}&quot;
        </p>
      )}
    </div>
  );
}
