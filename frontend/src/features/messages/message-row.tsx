import type { PartnerView } from '@duet/contracts';
import { memo } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { type Line, type Setting, dayLabel, isNotice, noticeWords } from './lines.js';
import { MessageBubble } from './message-bubble.js';
import bubble from './message-bubble.module.css';
import styles from './message-list.module.css';

interface MessageRowProps extends Setting {
  line: Line;
  partner: PartnerView;
  isMine: boolean;
  /** It was asked for. */
  isFound: boolean;
  isFirstUnread: boolean;
  /** It came while one was looking. */
  isNew: boolean;
}

/** One message with what stands above it: its day, the line above the first unread. */
export const MessageRow = memo(function MessageRow({ line, newDay, begins, ends, partner, isMine, isFound, isFirstUnread, isNew }: MessageRowProps) {
  const author = isMine ? 'You' : partner.firstName;
  const run = classes(bubble.run, isMine ? bubble.mine : bubble.theirs, isNew && styles.arrives, begins && styles.begins);
  return (
    <>
      {newDay && <Day at={line.at} />}
      {isFirstUnread && <div className={styles.unread}>New</div>}
      {isNotice(line) ? (
        <Notice line={line} author={author} />
      ) : (
        <div className={run} data-begins={begins}>
          {!isMine && (ends ? <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} size="small" /> : <span className={styles.noAvatar} />)}
          <div className={bubble.bubbles}>
            <MessageBubble line={line} isMine={isMine} author={author} isFound={isFound} />
          </div>
        </div>
      )}
    </>
  );
});

function Day({ at }: { at: string }) {
  const { day } = useFormats();
  return (
    <div className={styles.day}>
      <time dateTime={at}>{dayLabel(at, new Date(), day)}</time>
    </div>
  );
}

/** What the server wrote: how the two have changed the conversation. */
function Notice({ line, author }: { line: Line; author: string }) {
  const notice = line.message?.notice;
  if (!notice) return null;
  return (
    <div role="listitem" tabIndex={-1} data-message data-seq={line.seq ?? undefined} className={styles.notice}>
      <p>{noticeWords(notice, author)}</p>
    </div>
  );
}
