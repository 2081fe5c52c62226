import type { MessageView } from '@duet/contracts';
import { tick } from '../../../platform/device/haptics.js';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Reply } from 'lucide-react';
import { LOVE } from '../actions/quick-reactions.js';
import { type MessageActs, useActs, useActsState } from '../actions/acts.js';
import { hasOwnWords } from '../actions/message-kinds.js';
import { late } from '../../../ui/late.js';
import { useLongPress } from '../actions/use-long-press.js';
import { useSwipe } from '../actions/use-swipe.js';
import styles from './message-bubble.module.css';

const MessageToolbar = late(async () => (await import('../actions/message-toolbar.js')).MessageToolbar);

/** `aria-keyshortcuts` of a message that the user can act on. */
const SHORTCUTS = 'R E + Delete Enter';

/** Handles a key on a focused message. @returns whether it did */
function actByKey(key: string, acts: MessageActs, message: MessageView, anchor: HTMLElement): boolean {
  const isMine = message.sender._id === acts.self;
  const keys: Record<string, (() => void) | false> = {
    r: () => acts.reply({ id: message._id, message }),
    e: isMine && hasOwnWords(message) && (() => acts.edit(message)),
    '+': () => acts.open({ what: 'picker', message, anchor }),
    delete: isMine && (() => acts.remove(message)),
    enter: () => acts.open({ what: 'menu', message, anchor }),
  };
  const act = keys[key.toLowerCase()];
  if (!act) return false;
  act();
  return true;
}

/** A double tap loves, and never takes a love back. */
function love(acts: MessageActs, message: MessageView): void {
  const isLoved = message.reactions.some(({ emoji, user }) => emoji === LOVE && user === acts.self);
  if (isLoved) return;
  tick();
  acts.react(message, LOVE);
}

interface BubbleFrameProps {
  /** Null for an echo or a tombstone: the user cannot act on them. */
  message: MessageView | null;
  className: string;
  seq: number | undefined;
  children: ReactNode;
}

/** A message in the list: shows its toolbar on hover and focus, and handles fingers and keys. */
export function BubbleFrame({ message, className, seq, children }: BubbleFrameProps) {
  const acts = useActs();
  const frame = useRef<HTMLDivElement>(null);
  /** The pointer gave it the focus: signs then go to the composer, as from anywhere on the page. */
  const isPointed = useRef(false);
  const [isNear, setNear] = useState(false);
  const isOpen = useActsState(
    ({ opened }) => message !== null && opened?.message._id === message._id && opened.what !== 'sheet',
  );
  const longPress = useLongPress(() => {
    if (!message || !frame.current) return;
    tick();
    acts.open({ what: 'sheet', message, anchor: frame.current });
  });
  const { isSwiping, ...swipe } = useSwipe(frame, {
    onReply: () => message && acts.reply({ id: message._id, message }),
    onDoubleTap: () => message && love(acts, message),
  });
  const touch = {
    onPointerDown: (event: PointerEvent) => {
      isPointed.current = true;
      longPress.onPointerDown(event);
      swipe.onPointerDown(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      longPress.onPointerMove(event);
      swipe.onPointerMove(event);
    },
    onPointerUp: (event: PointerEvent) => {
      longPress.onPointerUp();
      swipe.onPointerUp(event);
    },
    onPointerCancel: () => {
      longPress.onPointerCancel();
      swipe.onPointerCancel();
    },
    onContextMenu: longPress.onContextMenu,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!message || !frame.current || !isPlain || event.target !== frame.current) return;
    if (isPointed.current && event.key.length === 1) return;
    if (actByKey(event.key, acts, message, frame.current)) event.preventDefault();
  };
  const onPointer = ({ pointerType, type }: PointerEvent): void => {
    if (pointerType === 'mouse') setNear(type === 'pointerenter');
  };
  // A tap focuses too; touch uses the sheet instead.
  const onFocus = ({ target }: FocusEvent): void => setNear(target.matches(':focus-visible') || isNear);
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    isPointed.current = false;
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) && !currentTarget.matches(':hover'))
      setNear(false);
  };
  return (
    <div
      ref={frame}
      role="listitem"
      tabIndex={-1}
      className={className}
      data-seq={seq}
      data-message
      aria-keyshortcuts={message ? SHORTCUTS : undefined}
      onKeyDown={onKeyDown}
      onPointerEnter={onPointer}
      onPointerLeave={onPointer}
      onFocus={onFocus}
      onBlur={onBlur}
      {...(message ? touch : {})}
      data-swiping={isSwiping}
    >
      {isSwiping && (
        <span className={styles.replies} aria-hidden="true">
          <Reply size={18} />
        </span>
      )}
      {children}
      {message && (isNear || isOpen) && <MessageToolbar message={message} />}
    </div>
  );
}
