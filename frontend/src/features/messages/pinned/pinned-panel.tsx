import type { MessageView } from '@duet/contracts';
import { Pin, PinOff } from 'lucide-react';
import { Dialog } from '../../../ui/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useActs } from '../acts.js';
import { quotedWords } from '../quote.js';
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
    <Dialog title="Pinned messages" isOpen={isOpen} onClose={onClose}>
      {pinned.length === 0 && (
        <EmptyState icon={<Pin size={26} aria-hidden />} title="Nothing is pinned" level={3}>
          <p>Pin a message from its menu to keep it at hand for both of you.</p>
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
              <IconButton label="Unpin" onPress={() => pin(message, false)}>
                <PinOff size={18} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
