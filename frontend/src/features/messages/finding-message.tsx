import { useLiveState } from '../../api/live-context.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/spinner.js';
import styles from './message-list.module.css';

/** The way to a message that is not loaded. */
export function FindingMessage({ onRetry }: { onRetry: (() => void) | null }) {
  const finding = useLiveState((state) => state.live.finding);
  if (finding === 'idle') return null;
  return (
    <div className={styles.finding} role="status">
      {finding === 'loading' ? <Spinner label="Looking for the message" /> : <span>The message could not be loaded.</span>}
      {finding === 'failed' && onRetry && (
        <Button look="soft" size="small" onPress={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
