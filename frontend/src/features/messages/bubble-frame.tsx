import type { MessageView } from '@duet/contracts';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { type MessageActs, useActs, useActsState } from './acts.js';
import { MessageToolbar } from './message-toolbar.js';
import { useLongPress } from './use-long-press.js';

/** What stands in `aria-keyshortcuts` of a message that can be acted on. */
const SHORTCUTS = 'R E + Delete Enter';

/** By the key of a focused message. */
function actByKey(key: string, acts: MessageActs, message: MessageView, anchor: HTMLElement): boolean {
  const isMine = message.sender._id === acts.self;
  const keys: Record<string, (() => void) | false> = {
    r: () => acts.reply({ id: message._id, message }),
    e: isMine && message.messageType === 'text' && (() => acts.edit(message)),
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
  /** Null while there is nothing to act on: an echo, or a tombstone. */
  message: MessageView | null;
  className: string;
  seq: number | undefined;
  children: ReactNode;
}

/** A message in the list: shows its toolbar while the pointer or the keyboard is on it, and hears a resting finger and the keys. */
export function BubbleFrame({ message, className, seq, children }: BubbleFrameProps) {
  const acts = useActs();
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isOpen = useActsState(({ opened }) => message !== null && opened?.message._id === message._id && opened.what !== 'sheet');
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
  // A finger's tap focuses too; it has the sheet.
  const onFocus = ({ target }: FocusEvent): void => setNear(target.matches(':focus-visible') || isNear);
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) && !currentTarget.matches(':hover')) setNear(false);
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
