import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { late } from './late.js';
import { type IconButtonProps, PlainIconButton } from './plain-icon-button.js';

// Nobody misses a hint.
const Tip = late(
  async () => (await import('./tip.js')).Tip,
  null,
  () => undefined,
);

/** A pointer that rests for this long wants to know what the button does, in milliseconds. */
const REST = 500;

/** A button with an icon; its label is the tooltip too. */
export function IconButton(props: Omit<IconButtonProps, 'ref'>) {
  const control = useRef<HTMLButtonElement>(null);
  const { isShown, close, handlers } = useTip(props.isDisabled === true);
  return (
    <>
      <PlainIconButton {...props} {...handlers} ref={control} />
      {isShown && <Tip text={props.label} control={control} onClose={close} />}
    </>
  );
}

/** Whether the last input was a key. A press may have the program move the focus, which browsers show like one by keyboard. */
let isByKey = false;
window.addEventListener('keydown', () => (isByKey = true), true);
window.addEventListener('pointerdown', () => (isByKey = false), true);

/** The tooltip opens for a pointer that rests and for the keyboard at once, and closes with a press. */
function useTip(isDisabled: boolean) {
  const [reached, setReached] = useState<'hover' | 'shown' | null>(null);
  useEffect(() => {
    if (reached !== 'hover') return undefined;
    const timer = setTimeout(() => setReached('shown'), REST);
    return () => clearTimeout(timer);
  }, [reached]);
  const close = (): void => setReached(null);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && !isDisabled && setReached('hover'),
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: () => isByKey && setReached('shown'),
    onBlur: close,
  };
  return { isShown: reached === 'shown', close, handlers };
}
