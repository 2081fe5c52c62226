import type { ReactNode } from 'react';
import { t } from '../texts/index.js';
import { AppLink } from './app-link.js';
import styles from './button.module.css';
import { classes } from './classes.js';
import { PressButton, type PressButtonProps } from './press-button.js';
import { Spinner } from './spinner.js';

export type ButtonLook = 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger' | 'dangerQuiet';

interface Looks {
  look?: ButtonLook;
  size?: 'small' | 'medium' | 'large';
  wide?: boolean;
  className?: string;
  children: ReactNode;
}

const classOf = ({ look = 'secondary', size = 'medium', wide, className }: Omit<Looks, 'children'>): string =>
  classes(
    styles.button,
    styles[look],
    size === 'small' && styles.small,
    size === 'large' && styles.large,
    wide && styles.wide,
    className,
  );

export type ButtonProps = Omit<PressButtonProps, 'children' | 'className'> & Looks;

/** While `isPending`, keeps its width and focus, shows a spinner and ignores presses. */
export function Button({ look, size, wide, className, children, ...props }: ButtonProps) {
  return (
    <PressButton
      {...props}
      className={classes(classOf({ look, size, wide, className }), props.isPending && styles.pending)}
    >
      <span className={styles.label}>{children}</span>
      {props.isPending === true && <Spinner className={styles.spinner} label={t('ui.working')} />}
    </PressButton>
  );
}

/** A link that looks like a button; a download leaves the app. */
export function LinkButton({
  href,
  download = false,
  children,
  ...looks
}: Looks & { href: string; download?: boolean }) {
  return (
    <AppLink href={href} {...(download && { download })} className={classOf(looks)}>
      {children}
    </AppLink>
  );
}
