import { useLive, useLiveState } from '../../api/live-context.js';
import { Button } from '../../ui/button.js';
import styles from './message-list.module.css';

/** Several that the server would not take: all of them once more, in their order. One alone has its own Retry. */
export function RetryAll({ chatId }: { chatId: string }) {
  const { outgoing, uploads } = useLive();
  const failed = (state: { chatId: string; failure: unknown }): boolean => state.chatId === chatId && state.failure !== null;
  const texts = useLiveState((state) => state.outgoing.sends);
  const files = useLiveState((state) => state.uploads.sends);
  const count = [...texts, ...files].filter(failed).length;
  if (count < 2) return null;
  const retry = async (): Promise<void> => {
    for (const { clientMessageId } of texts.filter(failed)) await outgoing.retry(clientMessageId);
    for (const { clientMessageId } of files.filter(failed)) await uploads.retry(clientMessageId);
  };
  return (
    <div className={styles.retryAll} role="status">
      <span>{count} messages were not sent.</span>
      <Button look="soft" size="small" onPress={() => void retry()}>
        Retry all
      </Button>
    </div>
  );
}
