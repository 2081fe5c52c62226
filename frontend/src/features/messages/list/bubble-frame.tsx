import type { MessageView } from '@duet/contracts';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { type MessageActs, useActs, useActsState } from '../actions/acts.js';
import { isEditable } from '../actions/message-kinds.js';
import { MessageToolbar } from '../actions/message-toolbar.js';
import { useLongPress } from '../actions/use-long-press.js';

/** `aria-keyshortcuts` of a message that the user can act on. */
const SHORTCUTS = 'R E + Delete Enter';

/** Handles a key on a focused message. @returns whether it did */
function actByKey(key: string, acts: MessageActs, message: MessageView, anchor: HTMLElement): boolean {
  const isMine = message.sender._id === acts.self;
  const keys: Record<string, (() => void) | false> = {
    r: () => acts.reply({ id: message._id, message }),
    e: isMine && isEditable(message) && (() => acts.edit(message)),
    '+': () => acts.open({ what: 'picker', message, anchor }),
    delete: isMine && (() => acts.remove(message)),
    enter: () => acts.open({ what: 'menu', message, anchor }),
  };
  const act = keys[key.toLowerCase()];
  if (!act) return false;
  act();
  return true;
}

interface BubbleFrameProps {
  /** Null for an echo or a tombstone: the user cannot act on them. */
  message: MessageView | null;
  className: string;
  seq: number | undefined;
  children: ReactNode;
}

/** A message in the list: shows its toolbar on hover and focus, and handles long presses and keys. */
export function BubbleFrame({ message, className, seq, children }: BubbleFrameProps) {
  const acts = useActs();
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isOpen = useActsState(
    ({ opened }) => message !== null && opened?.message._id === message._id && opened.what !== 'sheet',
  );
  const longPress = useLongPress(() => {
    if (message && frame.current) acts.open({ what: 'sheet', message, anchor: frame.current });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!message || !frame.current || !isPlain || event.target !== frame.current) return;
    if (actByKey(event.key, acts, message, frame.current)) event.preventDefault();
  };
  const onPointer = ({ pointerType, type }: PointerEvent): void => {
    if (pointerType === 'mouse') setNear(type === 'pointerenter');
  };
  // A tap focuses too; touch uses the sheet instead.
  const onFocus = ({ target }: FocusEvent): void => setNear(target.matches(':focus-visible') || isNear);
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
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
      {...(message ? longPress : {})}
    >
      {children}
      {message && (isNear || isOpen) && <MessageToolbar message={message} />}
    </div>
  );
}
