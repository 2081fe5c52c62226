import { ListCollapse, Pin } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { late } from '../../../ui/late.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import { useActs } from '../actions/acts.js';
import { quotedWords } from '../quoted-words.js';
import styles from './pinned.module.css';
import { usePinned } from './use-pinned.js';

const PinnedPanel = late(async () => (await import('./pinned-panel.js')).PinnedPanel);

/** The pinned messages under the header. A press goes to the latest. */
export function PinnedBar({ chatId }: { chatId: string }) {
  const { jump } = useActs();
  const pinned = usePinned(chatId);
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useOpenedOnce(isOpen);
  const [latest] = pinned;
  return (
    <>
      {latest && (
        <div className={styles.bar}>
          <button type="button" className={styles.latest} onClick={() => jump(latest.seq)}>
            <Pin size={16} aria-hidden className={styles.icon} />
            <span className={styles.text}>
              <span className={styles.title}>
                {pinned.length === 1
                  ? t('messages.pinnedMessage')
                  : t('messages.pinnedMessagesCount', { count: pinned.length })}
              </span>
              <span className={styles.words} dir="auto">
                {quotedWords(latest)}
              </span>
            </span>
          </button>
          <IconButton label={t('messages.allPinnedMessages')} onPress={() => setOpen(true)}>
            <ListCollapse size={18} aria-hidden />
          </IconButton>
        </div>
      )}
      {wasOpened && <PinnedPanel chatId={chatId} pinned={pinned} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
