import type { ComponentProps, KeyboardEvent, MouseEvent, PointerEvent } from 'react';

export interface PressButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> {
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps its focus and ignores presses, as with `aria-disabled`. */
  isPending?: boolean | undefined;
}

/** Whether a press came from a pointer: one of the keyboard or of a screen reader has no clicks to count. */
export const isOfPointer = ({ detail }: MouseEvent): boolean => detail > 0;

/** The browser's own button. Its presses do not reach what it lies on, such as a message that can be swiped. */
export function PressButton({
  type = 'button',
  onPress,
  isDisabled,
  isPending = false,
  'aria-disabled': isStill = isPending,
  onPointerDown,
  onKeyDown,
  ...props
}: PressButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    event.stopPropagation();
    // The form is not sent a second time.
    if (isStill) return event.preventDefault();
    // Safari focuses no pressed button; an overlay that closes gives the focus back to where it was.
    if (isOfPointer(event)) event.currentTarget.focus({ preventScroll: true });
    onPress?.(event);
  };
  const stopPointer = (event: PointerEvent<HTMLButtonElement>): void => {
    event.stopPropagation();
    onPointerDown?.(event);
  };
  const stopKey = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    onKeyDown?.(event);
  };
  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled}
      aria-disabled={isStill || undefined}
      onClick={press}
      onPointerDown={stopPointer}
      onKeyDown={stopKey}
    />
  );
}
