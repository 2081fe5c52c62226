import { type ReactElement, cloneElement, useState } from 'react';
import { type PressButtonProps, isOfPointer } from './press-button.js';

/** A button without a press of its own. */
export type Trigger = ReactElement<Pick<PressButtonProps, 'onPress' | 'onKeyDown' | 'aria-haspopup' | 'aria-expanded'>>;

/** The entry of a menu that gets the focus: a pointer chooses none. */
export type FirstFocus = 'first' | 'last' | true;

/** Where an overlay opened, and how. */
interface Opened {
  /** The element at which it belongs. */
  anchor: HTMLElement;
  first: FirstFocus;
}

interface Opening {
  opens: 'menu' | 'dialog';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The trigger as a button that opens an overlay, and how it was opened; null before the first press. */
export function useTrigger(trigger: Trigger, { opens, isOpen, onOpenChange }: Opening) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (anchor: HTMLElement, first: FirstFocus): void => {
    setOpened({ anchor, first });
    onOpenChange(true);
  };
  const button = cloneElement(trigger, {
    'aria-haspopup': opens,
    'aria-expanded': isOpen,
    onPress: (event) => open(event.currentTarget, isOfPointer(event) ? true : 'first'),
    onKeyDown: (event) => {
      if (opens !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      event.stopPropagation();
      open(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last');
    },
  });
  return { button, opened };
}
