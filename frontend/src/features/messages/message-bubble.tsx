import type { MessageView, QuoteView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { Check, CheckCheck, Clock, CloudOff, type LucideIcon, Pin, Timer, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useUnsentSend } from '../../api/unsent.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { BubbleFrame } from './bubble-frame.js';
import { useIsDeleting } from './deletions.js';
import type { Line, LineState } from './lines.js';
import { LinkPreview } from './link-preview.js';
import { LinkedText } from './linked-text.js';
import { Attachments } from './media/attachments.js';
import styles from './message-bubble.module.css';
import { Quote } from './quote.js';
import { ReactionChips } from './reaction-chips.js';
import { refusalOf } from './refusals.js';

const TICKS = {
  sending: { icon: Clock, label: 'Sending' },
  waiting: { icon: CloudOff, label: 'Waiting for a connection' },
  failed: { icon: TriangleAlert, label: 'Not sent' },
  sent: { icon: Check, label: 'Sent' },
  delivered: { icon: CheckCheck, label: 'Delivered' },
  read: { icon: CheckCheck, label: 'Read' },
} as const satisfies Record<Exclude<LineState, 'arrived'>, unknown>;

/** Up to three emoji and nothing else are shown large. */
const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}(?:[\u{FE0F}\u{1F3FB}-\u{1F3FF}]|\u{200D}\p{Extended_Pictographic})*\s*){1,3}$/u;

interface MessageBubbleProps {
  line: Line;
  isMine: boolean;
  author: string;
  isFound: boolean;
}

/** At one rev an own change that is still on its way shows already; the rest moves only with the rev. */
const sameMessage = (a: MessageView | null, b: MessageView | null): boolean =>
  a === b || (a !== null && b !== null && a.rev === b.rev && a.reactions === b.reactions && a.pinnedAt === b.pinnedAt && a.attachments === b.attachments && a.voiceStatus === b.voiceStatus && a.preview === b.preview);

const sameQuote = (a: QuoteView | null, b: QuoteView | null): boolean => a?._id === b?._id && a?.rev === b?.rev && a?.content === b?.content;

/** Lines are made anew with every event; only what shows counts. */
const showsTheSame = ({ line: a, ...before }: MessageBubbleProps, { line: b, ...now }: MessageBubbleProps): boolean =>
  a.content === b.content &&
  a.state === b.state &&
  a.edited === b.edited &&
  a.deleted === b.deleted &&
  a.at === b.at &&
  a.seq === b.seq &&
  before.author === now.author &&
  before.isFound === now.isFound &&
  sameQuote(a.quote, b.quote) &&
  sameMessage(a.message, b.message);

export const MessageBubble = memo(function MessageBubble({ line, isMine, author, isFound }: MessageBubbleProps) {
  const isDeleted = useIsDeleting(line.id) || line.deleted;
  const message = isDeleted ? null : line.message;
  const isLarge = !isDeleted && line.quote === null && ONLY_EMOJI.test(line.content.trim());
  return (
    <BubbleFrame message={message} seq={line.seq ?? undefined} className={classes(styles.item, isFound && styles.found)}>
      <div className={classes(styles.bubble, isLarge && styles.large, isDeleted && styles.deleted, line.state === 'failed' && styles.failed)}>
        <span className="visually-hidden">{author}: </span>
        {!isDeleted && line.quote && <Quote quote={line.quote} />}
        {!isDeleted && <Attachments line={line} />}
        {(isDeleted || line.content !== '') && (
          <p className={styles.text} dir="auto">
            {isDeleted ? TEXTS.messageDeleted : <LinkedText text={line.content} />}
          </p>
        )}
        {message && message.preview !== null && <LinkPreview message={message} />}
        <Meta line={line} message={message} isMine={isMine} isDeleted={isDeleted} />
      </div>
      {message && <ReactionChips message={message} />}
      {(line.state === 'failed' || line.state === 'waiting') && <Unsent line={line} />}
    </BubbleFrame>
  );
}, showsTheSame);

/** When it was said and what has become of it; `message` is null for an echo and for what was deleted. */
function Meta({ line, message, isMine, isDeleted }: { line: Line; message: MessageView | null; isMine: boolean; isDeleted: boolean }) {
  const { time, dateTime } = useFormats();
  return (
    <span className={styles.meta}>
      {message && message.pinnedAt !== null && <Sign icon={Pin} label="Pinned" />}
      {message && message.expiresAt !== null && <Sign icon={Timer} label={`Disappears ${dateTime(message.expiresAt)}`} />}
      {line.edited && message && <span>edited</span>}
      <time dateTime={line.at} title={dateTime(line.at)}>
        {time(line.at)}
      </time>
      {isMine && !isDeleted && line.state !== 'arrived' && <Tick state={line.state} />}
    </span>
  );
}

function Sign({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <span className={styles.tick} role="img" aria-label={label} title={label}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
    </span>
  );
}

function Tick({ state }: { state: keyof typeof TICKS }) {
  const { icon: Icon, label } = TICKS[state];
  return (
    <span className={classes(styles.tick, state === 'read' && styles.readTick)} role="img" aria-label={label} title={label}>
      <Icon size={15} strokeWidth={2.4} aria-hidden />
    </span>
  );
}

/** What did not get through, in its place: why, and the ways on. The text is kept until the person lets it go. */
function Unsent({ line }: { line: Line }) {
  const { failure, retry, discard } = useUnsentSend(line.key.split(' ')[1] ?? '');
  return (
    <div className={styles.unsent}>
      <span>{line.state === 'failed' ? refusalOf(failure) : 'Not sent yet. It leaves as soon as there is a connection.'}</span>
      <Button look="ghost" size="small" onPress={retry}>
        Retry
      </Button>
      {line.state === 'failed' && (
        <Button look="ghost" size="small" onPress={discard}>
          Discard
        </Button>
      )}
    </div>
  );
}
