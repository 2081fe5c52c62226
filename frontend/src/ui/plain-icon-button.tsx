import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import type { ButtonLook } from './button.js';
import { classes } from './classes.js';

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'aria-label'> {
  /** The name for assistive technology. */
  label: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with an icon and no tooltip, whose code the pages before the sign-in do without. */
export function PlainIconButton({ label, look = 'ghost', className, children, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} aria-label={label} className={classes(styles.button, styles.icon, styles[look], className)}>
      {children}
    </AriaButton>
  );
}
