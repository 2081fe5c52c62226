import { type UploadPause, useLive, useLiveState } from '../../../sync/index.js';
import { type PlainTextKey, t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import styles from './message-list.module.css';

const WORDS: Record<UploadPause, PlainTextKey> = {
  unavailable: 'messages.duetCantTakeFilesRightNow',
  limited: 'messages.thatWasALotOfFiles',
};

/** Says why uploads wait. Each upload has its own Cancel. */
export function UploadPauseNote({ chatId }: { chatId: string }) {
  const { pending } = useLive();
  const pause = useLiveState((state) => state.pending.uploadPause);
  const isWaiting = useLiveState((state) =>
    state.pending.messages.some(
      (message) => message.chatId === chatId && message.failure === null && message.messageType !== 'text',
    ),
  );
  if (pause === null || !isWaiting) return null;
  return (
    <div className={styles.uploadPause} role="status">
      <span>{t(WORDS[pause])}</span>
      <Button look="soft" size="small" onPress={pending.retryUploads}>
        {t('common.tryNow')}
      </Button>
    </div>
  );
}
