import type { PartnerView } from '@duet/contracts';
import { type Ref, memo, useRef } from 'react';
import type { NamedPerson } from '../../../platform/account/names.js';
import { t } from '../../../texts/index.js';
import { Avatar } from '../../../ui/avatar.js';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { useToday } from '../../../ui/use-expiring.js';
import { type Line, type MessageGrouping, dayLabel, isSystemMessage, systemMessageWords } from '../lines.js';
import { MessageBubble } from './message-bubble.js';
import bubble from './message-bubble.module.css';
import styles from './message-list.module.css';
import { useVisibility } from './visible-messages.js';

interface MessageRowProps extends MessageGrouping {
  line: Line;
  partner: PartnerView;
  isMine: boolean;
  /** The user jumped to this message. */
  isFound: boolean;
  isFirstUnread: boolean;
  /** It arrived while the list was open. */
  isNew: boolean;
}

/** One message with what stands above it: the day, and the line above the first unread message. */
export const MessageRow = memo(function MessageRow({
  line,
  startsDay,
  startsGroup,
  endsGroup,
  partner,
  isMine,
  isFound,
  isFirstUnread,
  isNew,
}: MessageRowProps) {
  const author = isMine ? t('common.you') : partner.firstName;
  const element = useRef<HTMLDivElement>(null);
  useVisibility(element, isMine ? null : line.seq);
  const run = classes(
    bubble.run,
    isMine ? bubble.mine : bubble.theirs,
    isNew && styles.arrives,
    startsGroup && styles.begins,
  );
  return (
    <>
      {startsDay && <Day at={line.at} />}
      {isFirstUnread && <div className={styles.unread}>{t('messages.new')}</div>}
      {isSystemMessage(line) ? (
        <SystemMessageLine ref={element} line={line} actor={{ by: isMine ? 'you' : 'other', name: author }} />
      ) : (
        <div ref={element} className={run} data-begins={startsGroup}>
          {/* Of two people, initials at each message say nothing new; a picture is good to see. */}
          {!isMine &&
            partner.avatar !== null &&
            (endsGroup ? (
              <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} size="small" />
            ) : (
              <span className={styles.noAvatar} />
            ))}
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
  const today = useToday();
  return (
    <div className={styles.day}>
      <time dateTime={at}>{dayLabel(at, today, day)}</time>
    </div>
  );
}

/** A system message about a change of the conversation. */
function SystemMessageLine({ ref, line, actor }: { ref: Ref<HTMLDivElement>; line: Line; actor: NamedPerson }) {
  const notice = line.message?.notice;
  if (!notice) return null;
  return (
    <div
      ref={ref}
      role="listitem"
      tabIndex={-1}
      data-message
      data-seq={line.seq ?? undefined}
      className={styles.system}
    >
      <p>{systemMessageWords(notice, actor)}</p>
    </div>
  );
}
