import { type RefObject, useEffect, useRef, useState } from 'react';
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
  const [reached, setReached] = useState<'hover' | 'focus' | 'shown' | null>(null);
  useEffect(() => {
    if (reached !== 'hover' && reached !== 'focus') return undefined;
    const show = (): void => {
      // React Aria knows whether the keyboard has moved the focus, and renders it with this state.
      const isWanted = reached === 'hover' || control.current?.hasAttribute('data-focus-visible') === true;
      setReached(isWanted ? 'shown' : null);
    };
    const timer = setTimeout(show, reached === 'hover' ? REST : 0);
    return () => clearTimeout(timer);
  }, [reached, control]);
  const close = (): void => setReached(null);
  const handlers = {
    onHoverStart: () => setReached('hover'),
    onHoverEnd: close,
    onPressStart: close,
    onFocus: () => setReached('focus'),
    onBlur: close,
  };
  return { isShown: reached === 'shown', close, handlers };
}
