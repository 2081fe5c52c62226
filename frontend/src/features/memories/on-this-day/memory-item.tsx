import type { MessageView, OnThisDayItem } from '@duet/contracts';
import { CalendarX, EyeOff, MoreHorizontal, Pin, Power } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../api/session.js';
import { useFormats } from '../../../ui/formats.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import styles from './on-this-day.module.css';
import type { OnThisDayActs } from './use-on-this-day.js';

/** How a message's files are shown: the conversation knows. */
export type RenderFiles = (message: MessageView, chatPath: string) => ReactNode;

interface MemoryItemProps {
  item: OnThisDayItem;
  acts: OnThisDayActs;
  renderFiles: RenderFiles;
  onHidePeriod: (date: string) => void;
}

export const yearsAgoWords = (years: number): string => (years === 1 ? '1 year ago' : `${years} years ago`);

/** One message of an earlier year; its line leads to its place in the conversation. */
export function MemoryItem({ item: { message, date, yearsAgo }, acts, renderFiles, onHidePeriod }: MemoryItemProps) {
  const { date: dayOf, time } = useFormats();
  const self = useSession().user?._id;
  const who = message.sender._id === self ? 'You' : message.sender.firstName;
  const path = `/chat/${message.chatId}?seq=${message.seq}`;
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))].slice(0, 3).join(' ');
  return (
    <li className={styles.item}>
      {message.attachments.length > 0 && renderFiles(message, path)}
      {message.content !== '' && (
        <Link to={path} className={styles.text} dir="auto">
          {message.content}
        </Link>
      )}
      <div className={styles.foot}>
        <Link to={path} className={styles.about} aria-label={`${who} · ${time(message.createdAt)}, ${dayOf(message.createdAt)}. Show in chat`}>
          {who} · <time dateTime={message.createdAt}>{time(message.createdAt)}</time>
        </Link>
        {message.pinnedAt !== null && <Pin size={14} aria-label="Pinned" />}
        {emojis !== '' && <span aria-label={`Reactions: ${emojis}`}>{emojis}</span>}
        <Menu
          label="This memory"
          trigger={
            <IconButton label={`More about ${who}, ${yearsAgoWords(yearsAgo)}`} className={styles.more ?? ''}>
              <MoreHorizontal size={18} aria-hidden />
            </IconButton>
          }
          entries={[
            { id: 'one', label: 'Not this one', icon: <EyeOff size={18} aria-hidden />, onAction: () => void acts.hide({ messageId: message._id }) },
            { id: 'period', label: 'Not this period…', icon: <CalendarX size={18} aria-hidden />, onAction: () => onHidePeriod(date) },
            { id: 'off', label: 'Switch off', icon: <Power size={18} aria-hidden />, onAction: () => void acts.turn(false) },
          ]}
        />
      </div>
    </li>
  );
}
