import { type ReactElement, cloneElement, useState } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button';

/** A button of React Aria, without a press of its own. */
export type Trigger = ReactElement<Pick<AriaButtonProps, 'onPress' | 'onKeyDown' | 'aria-haspopup' | 'aria-expanded'>>;

/** The entry of a menu that gets the focus: a pointer chooses none. */
export type FirstFocus = 'first' | 'last' | true;

interface Opening {
  opens: 'menu' | 'dialog';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The trigger as a button that opens an overlay, and the element at which the overlay belongs; null before the first press. */
export function useTrigger(trigger: Trigger, { opens, isOpen, onOpenChange }: Opening) {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; focus: FirstFocus } | null>(null);
  const open = (anchor: Element, focus: FirstFocus): void => {
    if (!(anchor instanceof HTMLElement)) return;
    setOpened({ anchor, focus });
    onOpenChange(true);
  };
  const button = cloneElement(trigger, {
    'aria-haspopup': opens,
    'aria-expanded': isOpen,
    onPress: ({ target, pointerType }) =>
      open(target, pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : true),
    onKeyDown: (event) => {
      if (opens === 'menu' && event.key === 'ArrowDown') open(event.currentTarget, 'first');
      else if (opens === 'menu' && event.key === 'ArrowUp') open(event.currentTarget, 'last');
      else event.continuePropagation();
    },
  });
  return { button, anchor: opened?.anchor ?? null, focus: opened?.focus ?? true };
}
