import type { MessageView, QuoteView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { Check, CheckCheck, Clock, CloudOff, type LucideIcon, Pin, Star, Timer, TriangleAlert } from 'lucide-react';
import { memo, useContext } from 'react';
import { DrawCardContext } from '../../../cards/draw-card.js';
import { useLiveState, useUnsentMessage } from '../../../sync/index.js';
import { said, stickerName, t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { classes } from '../../../ui/classes.js';
import { useFormats } from '../../../ui/formats.js';
import { BubbleFrame } from './bubble-frame.js';
import { useIsDeleting } from '../actions/deletions.js';
import type { Line, LineState } from '../lines.js';
import { LinkPreview } from './link-preview.js';
import { MarkedText } from '../marked-text.js';
import { Attachments } from '../media/attachments.js';
import styles from './message-bubble.module.css';
import { Quote } from './quote.js';
import { ReactionChips } from '../actions/reaction-chips.js';
import { Refusal } from './refusal.js';
import { Sticker } from '../stickers/sticker.js';

const TICKS = {
  sending: { icon: Clock, label: 'messages.sending' },
  waiting: { icon: CloudOff, label: 'messages.waitingForAConnection' },
  failed: { icon: TriangleAlert, label: 'messages.notSent' },
  sent: { icon: Check, label: 'messages.sent' },
  delivered: { icon: CheckCheck, label: 'messages.delivered' },
  read: { icon: CheckCheck, label: 'messages.read' },
} as const satisfies Record<Exclude<LineState, 'arrived'>, unknown>;

/** A text of one to three emoji is shown large. */
const ONLY_EMOJI =
  /^(?:\p{Extended_Pictographic}(?:[\u{FE0F}\u{1F3FB}-\u{1F3FF}]|\u{200D}\p{Extended_Pictographic})*\s*){1,3}$/u;

interface MessageBubbleProps {
  line: Line;
  isMine: boolean;
  author: string;
  isFound: boolean;
}

/** The fields that a local echo changes under the same rev are compared one by one; all others change only with the rev. */
const sameMessage = (a: MessageView | null, b: MessageView | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.rev === b.rev &&
    a.reactions === b.reactions &&
    a.pinnedAt === b.pinnedAt &&
    a.attachments === b.attachments &&
    a.voiceStatus === b.voiceStatus &&
    a.preview === b.preview);

const sameQuote = (a: QuoteView | null, b: QuoteView | null): boolean =>
  a?._id === b?._id && a?.rev === b?.rev && a?.content === b?.content;

/** Every live update makes new lines: compares only the visible fields. */
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
  const sticker = isDeleted ? null : line.sticker;
  const drawCard = useContext(DrawCardContext);
  const card = isDeleted || !line.card ? null : drawCard(line.card, line.content);
  const hasPicture = sticker !== null || card !== null;
  const isLarge = !isDeleted && line.quote === null && !hasPicture && ONLY_EMOJI.test(line.content.trim());
  return (
    <BubbleFrame
      message={message}
      seq={line.seq ?? undefined}
      className={classes(styles.item, isFound && styles.found)}
    >
      <div
        className={classes(
          styles.bubble,
          isLarge && styles.large,
          hasPicture && styles.bare,
          isDeleted && styles.deleted,
          line.state === 'failed' && styles.failed,
        )}
      >
        <span className="visually-hidden">{author}: </span>
        {!isDeleted && line.quote && <Quote quote={line.quote} />}
        {!isDeleted && <Attachments line={line} />}
        {sticker && <Sticker id={sticker} name={stickerName(sticker, line.content)} />}
        {card}
        {(isDeleted || (line.content !== '' && !hasPicture)) && (
          <p className={styles.text} dir="auto">
            {isDeleted ? said(TEXTS.messageDeleted) : <MarkedText text={line.content} />}
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

/** Time and delivery state. `message` is null for an echo and for a deleted message. */
function Meta({
  line,
  message,
  isMine,
  isDeleted,
}: {
  line: Line;
  message: MessageView | null;
  isMine: boolean;
  isDeleted: boolean;
}) {
  const { time, dateTime } = useFormats();
  const isStarred = useLiveState(({ live }) => Boolean(live.conversation?.own.marks[line.seq ?? 0]?.starredAt));
  return (
    <span className={styles.meta}>
      {message && isStarred && <Sign icon={Star} label={t('messages.starred')} />}
      {message && message.pinnedAt !== null && <Sign icon={Pin} label={t('messages.pinned')} />}
      {message && message.expiresAt !== null && (
        <Sign icon={Timer} label={t('messages.disappearsExpiresAt', { expiresAt: dateTime(message.expiresAt) })} />
      )}
      {line.edited && message && <span>{t('messages.edited')}</span>}
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
    <span
      className={classes(styles.tick, state === 'read' && styles.readTick)}
      role="img"
      aria-label={t(label)}
      title={t(label)}
    >
      <Icon size={15} strokeWidth={2.4} aria-hidden />
    </span>
  );
}

/** Why a message was not sent, with Retry and Discard. The text stays until the user discards it. */
function Unsent({ line }: { line: Line }) {
  const { failure, retry, discard } = useUnsentMessage(line.key.split(' ')[1] ?? '');
  return (
    <div className={styles.unsent}>
      <span>{line.state === 'failed' ? <Refusal code={failure} /> : t('messages.notSentYetItLeavesAs')}</span>
      <Button look="ghost" size="small" onPress={retry}>
        {t('common.retry')}
      </Button>
      {line.state === 'failed' && (
        <Button look="ghost" size="small" onPress={discard}>
          {t('messages.discard')}
        </Button>
      )}
    </div>
  );
}
