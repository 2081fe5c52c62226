import type { MessageView } from '@duet/contracts';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useActs } from '../actions/acts.js';
import { quotedWords } from '../quoted-words.js';
import styles from './pinned.module.css';

interface MessageRowsProps {
  messages: readonly MessageView[];
  /** Closes the panel of the rows, before the conversation shows the message of one. */
  onClose: () => void;
  /** The button of each row. */
  act: { label: string; icon: ReactNode; onPress: (message: MessageView) => unknown };
}

/** Messages in a panel: a press on one shows it in the conversation. */
export function MessageRows({ messages, onClose, act }: MessageRowsProps) {
  const { jump, nameOf } = useActs();
  const { dateTime } = useFormats();
  const go = (seq: number): void => {
    onClose();
    jump(seq);
  };
  return (
    <ul className={styles.list}>
      {messages.map((message) => (
        <li key={message._id} className={styles.item}>
          <button type="button" className={styles.go} onClick={() => go(message.seq)}>
            <span className={styles.title}>
              {nameOf(message.sender._id)} · {dateTime(message.createdAt)}
            </span>
            <span className={styles.content} dir="auto">
              {quotedWords(message)}
            </span>
          </button>
          <IconButton label={act.label} onPress={() => void act.onPress(message)}>
            {act.icon}
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
