import type { ReactNode } from 'react';
import styles from './button.module.css';
import type { ButtonLook } from './button.js';
import { classes } from './classes.js';
import { PressButton, type PressButtonProps } from './press-button.js';

export interface IconButtonProps extends Omit<PressButtonProps, 'children' | 'className' | 'aria-label'> {
  /** The name for assistive technology. */
  label: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
}

/** A button with an icon and no tooltip, whose code the pages before the sign-in do without. */
export function PlainIconButton({ label, look = 'ghost', className, children, ...props }: IconButtonProps) {
  return (
    <PressButton {...props} aria-label={label} className={classes(styles.button, styles.icon, styles[look], className)}>
      {children}
    </PressButton>
  );
}
