import type { ReactElement, ReactNode } from 'react';
import {
  Dialog as AriaDialog,
  DialogTrigger,
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components';
import { classes } from './classes.js';
import styles from './overlay.module.css';

interface PopoverProps extends Pick<AriaPopoverProps, 'placement' | 'isOpen' | 'onOpenChange'> {
  label: string;
  trigger: ReactElement;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small dialog at its trigger. */
export function Popover({
  label,
  trigger,
  className,
  children,
  placement = 'bottom end',
  isOpen,
  onOpenChange,
}: PopoverProps) {
  return (
    <DialogTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger}
      <AriaPopover placement={placement} className={styles.popover}>
        <AriaDialog aria-label={label} className={classes(styles.popoverDialog, className)}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
