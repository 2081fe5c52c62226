import type { MessageView, OnThisDayItem } from '@duet/contracts';
import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageWords } from '../../../marks/message-words.js';
import { useNames } from '../../../platform/account/names.js';
import { t } from '../../../texts/index.js';
import { useFormats } from '../../../ui/formats.js';
import { Link } from '../../../ui/link.js';
import { EntryMenu } from './entry-menu.js';
import styles from './on-this-day.module.css';
import type { OnThisDayActs } from './use-on-this-day.js';

/** Renders a message's attachments; the messages feature provides it. */
export type RenderFiles = (message: MessageView, chatPath: string) => ReactNode;

interface MemoryItemProps {
  item: OnThisDayItem;
  acts: OnThisDayActs;
  renderFiles: RenderFiles;
  onHidePeriod: (date: string) => void;
}

/** One message of an earlier year, linked to its place in the conversation. */
export function MemoryItem({ item: { message, date, yearsAgo }, acts, renderFiles, onHidePeriod }: MemoryItemProps) {
  const { date: dayOf, time } = useFormats();
  const subject = useNames().actorOf(message.sender._id);
  const who = subject.name;
  const path = `/chat/${message.chatId}?seq=${message.seq}`;
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))].slice(0, 3).join(' ');
  return (
    <li className={styles.item}>
      {message.attachments.length > 0 && renderFiles(message, path)}
      {message.content !== '' && (
        <Link to={path} className={styles.text} dir="auto">
          {messageWords(message)}
        </Link>
      )}
      <div className={styles.foot}>
        <Link
          to={path}
          className={styles.about}
          aria-label={t('memories.showInChat', { who, time: time(message.createdAt), day: dayOf(message.createdAt) })}
        >
          {who} · <time dateTime={message.createdAt}>{time(message.createdAt)}</time>
        </Link>
        {message.pinnedAt !== null && <Pin size={14} role="img" aria-label={t('memories.pinned')} />}
        {emojis !== '' && (
          <span role="img" aria-label={t('memories.reactionsEmojis', { emojis })}>
            {emojis}
          </span>
        )}
        <EntryMenu
          subject={subject}
          yearsAgo={yearsAgo}
          what={{ messageId: message._id }}
          acts={acts}
          onHidePeriod={() => onHidePeriod(date)}
        />
      </div>
    </li>
  );
}
