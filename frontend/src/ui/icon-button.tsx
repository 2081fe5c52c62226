import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
  const { isShown, close, handlers } = useTip(control);
  return (
    <>
      <PlainIconButton {...props} {...handlers} ref={control} />
      {isShown && <Tip text={props.label} control={control} onClose={close} />}
    </>
  );
}

/** The tooltip opens for a pointer that rests and for the keyboard at once, and closes with a press. */
function useTip(control: RefObject<HTMLElement | null>) {
  const [reached, setReached] = useState<'hover' | 'focus' | 'shown' | 'pressed' | null>(null);
  useEffect(() => {
    if (reached !== 'hover' && reached !== 'focus') return undefined;
    const show = (): void => {
      const isWanted = reached === 'hover' || control.current?.matches(':focus-visible') === true;
      setReached(isWanted ? 'shown' : null);
    };
    const timer = setTimeout(show, reached === 'hover' ? REST : 0);
    return () => clearTimeout(timer);
  }, [reached, control]);
  const close = (): void => setReached(null);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setReached('hover'),
    onPointerLeave: close,
    onPointerDown: () => setReached('pressed'),
    onFocus: () => setReached((before) => (before === 'pressed' ? before : 'focus')),
    onBlur: close,
  };
  return { isShown: reached === 'shown', close, handlers };
}
