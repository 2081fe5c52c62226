import { TEXTS } from '@duet/contracts/plain';
import { Check, CheckCheck, Clock, CloudOff, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import type { Line, LineState } from './lines.js';
import { LinkedText } from './linked-text.js';
import styles from './message-bubble.module.css';
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

const timeOf = (at: string): string => new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

interface MessageBubbleProps {
  line: Line;
  isMine: boolean;
  author: string;
  isFound: boolean;
}

/** Lines are made anew with every event; only what shows counts. */
const showsTheSame = ({ line: a, ...before }: MessageBubbleProps, { line: b, ...now }: MessageBubbleProps): boolean =>
  a.content === b.content && a.state === b.state && a.edited === b.edited && a.deleted === b.deleted && a.at === b.at && before.author === now.author && before.isFound === now.isFound && a.seq === b.seq;

export const MessageBubble = memo(function MessageBubble({ line, isMine, author, isFound }: MessageBubbleProps) {
  const isLarge = !line.deleted && ONLY_EMOJI.test(line.content.trim());
  return (
    <div role="listitem" tabIndex={-1} className={classes(styles.item, isFound && styles.found)} data-seq={line.seq ?? undefined} data-message>
      <div className={classes(styles.bubble, isLarge && styles.large, line.deleted && styles.deleted, line.state === 'failed' && styles.failed)}>
        <span className="visually-hidden">{author}: </span>
        <p className={styles.text} dir="auto">
          {line.deleted ? TEXTS.messageDeleted : <LinkedText text={line.content} />}
        </p>
        <span className={styles.meta}>
          {line.edited && !line.deleted && <span>edited</span>}
          <time dateTime={line.at} title={new Date(line.at).toLocaleString()}>
            {timeOf(line.at)}
          </time>
          {isMine && line.state !== 'arrived' && <Tick state={line.state} />}
        </span>
      </div>
      {(line.state === 'failed' || line.state === 'waiting') && <Unsent line={line} />}
    </div>
  );
}, showsTheSame);

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
  const { outgoing } = useLive();
  const clientMessageId = line.key.split(' ')[1] ?? '';
  const failure = useLiveState((state) => state.outgoing.sends.find((send) => send.clientMessageId === clientMessageId)?.failure ?? null);
  return (
    <div className={styles.unsent}>
      <span>{line.state === 'failed' ? refusalOf(failure) : 'Not sent yet. It leaves as soon as there is a connection.'}</span>
      <Button look="ghost" size="small" onPress={() => void outgoing.retry(clientMessageId)}>
        Retry
      </Button>
      {line.state === 'failed' && (
        <Button look="ghost" size="small" onPress={() => void outgoing.discard(clientMessageId)}>
          Discard
        </Button>
      )}
    </div>
  );
}
