import { type ReactNode, useState } from 'react';
import { late } from './late.js';
import type { Placement } from './overlays.js';
import { type Trigger, useTrigger } from './use-trigger.js';

const AnchoredDialog = late(async () => (await import('./overlays.js')).AnchoredDialog);

interface PopoverProps {
  label: string;
  trigger: Trigger;
  placement?: Placement;
  /** A controlled popover needs `onOpenChange` too. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small dialog at its trigger. */
export function Popover({ label, trigger, placement, className, children, ...state }: PopoverProps) {
  const [own, setOwn] = useState(false);
  const { isOpen = own, onOpenChange = setOwn } = state;
  const { button, opened } = useTrigger(trigger, { opens: 'dialog', isOpen, onOpenChange });
  const close = (): void => onOpenChange(false);
  return (
    <>
      {button}
      {opened && (
        <AnchoredDialog
          label={label}
          anchor={opened.anchor}
          isOpen={isOpen}
          onClose={close}
          placement={placement}
          className={className}
        >
          {typeof children === 'function' ? children(close) : children}
        </AnchoredDialog>
      )}
    </>
  );
}
