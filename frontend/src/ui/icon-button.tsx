import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classes } from './classes.js';
import { type ButtonLook } from './button.js';
import { Tip } from './tip.js';

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'aria-label'> {
  /** The name for assistive technology, and the tooltip. */
  label: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, look = 'ghost', className, children, ...props }: IconButtonProps) {
  return (
    <Tip text={label}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classes(styles.button, styles.icon, styles[look], className)}
      >
        {children}
      </AriaButton>
    </Tip>
  );
}
