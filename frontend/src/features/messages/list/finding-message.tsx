import { useLiveState } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';
import styles from './message-list.module.css';

/** Shows that a message is being loaded, or that this failed. */
export function FindingMessage({ onRetry }: { onRetry: (() => void) | null }) {
  const finding = useLiveState((state) => state.live.finding);
  if (finding === 'idle') return null;
  return (
    <div className={styles.finding} role="status">
      {finding === 'loading' ? (
        <Spinner label={t('messages.lookingForTheMessage')} />
      ) : (
        <span>{t('messages.theMessageCouldNotBeLoaded')}</span>
      )}
      {finding === 'failed' && onRetry && (
        <Button look="soft" size="small" onPress={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
