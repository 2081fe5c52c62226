import type { MessageView } from '@duet/contracts';
import { Pin, PinOff } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { Dialog } from '../../../ui/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useActs } from '../actions/acts.js';
import { quotedWords } from '../quoted-words.js';
import styles from './pinned.module.css';

interface PinnedPanelProps {
  pinned: readonly MessageView[];
  isOpen: boolean;
  onClose: () => void;
}

export function PinnedPanel({ pinned, isOpen, onClose }: PinnedPanelProps) {
  const { jump, pin, nameOf } = useActs();
  const { dateTime } = useFormats();
  const go = (seq: number): void => {
    onClose();
    jump(seq);
  };
  return (
    <Dialog title={t('messages.pinnedMessages')} isOpen={isOpen} onClose={onClose}>
      {pinned.length === 0 && (
        <EmptyState icon={<Pin size={26} aria-hidden />} title={t('messages.nothingIsPinned')} level={3}>
          <p>{t('messages.pinAMessageFromItsMenu')}</p>
        </EmptyState>
      )}
      {pinned.length > 0 && (
        <ul className={styles.list}>
          {pinned.map((message) => (
            <li key={message._id} className={styles.item}>
              <button type="button" className={styles.go} onClick={() => go(message.seq)}>
                <span className={styles.title}>
                  {nameOf(message.sender._id)} · {dateTime(message.createdAt)}
                </span>
                <span className={styles.content} dir="auto">
                  {quotedWords(message)}
                </span>
              </button>
              <IconButton label={t('messages.unpin')} onPress={() => pin(message, false)}>
                <PinOff size={18} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
