import type { MessageView } from '@duet/contracts';
import { Link } from 'react-router-dom';
import { useSettings } from '../../api/settings.js';
import { Button } from '../../ui/button.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Spinner } from '../../ui/spinner.js';
import { useSearchMessagesQuery } from './search-api.js';
import styles from './search.module.css';

const SHOWN = 5;

/** A voice note has no text: its words were found. */
const spokenIn = ({ attachments }: MessageView): string => attachments.find(({ transcript }) => transcript !== undefined)?.transcript ?? '';

interface SearchResultsProps {
  q: string;
  /** Without a partner there is nothing shared to search. */
  isLinked: boolean;
  onFollow: () => void;
}

export function SearchResults({ q, isLinked, onFollow }: SearchResultsProps) {
  const { transcripts } = useSettings().settings.privacy;
  const { currentData, isError, isFetching, refetch } = useSearchMessagesQuery(q, { skip: !isLinked });
  const hits = isLinked ? currentData : [];
  return (
    <div className={styles.results}>
      {isError && !isFetching && (
        <p className={styles.line}>
          Search failed.
          <Button look="ghost" size="small" onPress={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!hits && !(isError && !isFetching) && (
        <p className={styles.line}>
          <Spinner label="Searching" />
        </p>
      )}
      {hits?.length === 0 && (
        <p className={styles.line} role="status">
          No results for &quot;{q}&quot;
        </p>
      )}
      {hits && hits.length > 0 && (
        <section aria-labelledby="hits-messages">
          <h2 id="hits-messages" className={styles.group}>
            Messages
          </h2>
          <ul>
            {hits.slice(0, SHOWN).map((hit) => (
              <li key={hit._id}>
                <Link to={`/chat/${hit.chatId}?seq=${hit.seq}`} className={styles.hit} onClick={onFollow}>
                  <span className={styles.text}>{hit.content || (transcripts ? spokenIn(hit) : 'Voice note')}</span>
                  <span className={styles.meta}>
                    {hit.sender.firstName} · <RelativeTime at={hit.createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
