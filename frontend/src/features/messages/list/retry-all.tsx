import { useLive, useLiveState } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import styles from './message-list.module.css';

/** Sends all refused messages again, in order. A single one has its own Retry. */
export function RetryAll({ chatId }: { chatId: string }) {
  const { pending } = useLive();
  const failed = (state: { chatId: string; failure: unknown }): boolean =>
    state.chatId === chatId && state.failure !== null;
  const refused = useLiveState((state) => state.pending.messages).filter(failed);
  if (refused.length < 2) return null;
  const retry = async (): Promise<void> => {
    for (const { clientMessageId } of refused) await pending.retry(clientMessageId);
  };
  return (
    <div className={styles.retryAll} role="status">
      <span>{t('messages.countMessagesWereNotSent', { count: refused.length })}</span>
      <Button look="soft" size="small" onPress={() => void retry()}>
        {t('messages.retryAll')}
      </Button>
    </div>
  );
}
