import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link as AriaLink } from 'react-aria-components/Link';
import { t } from '../texts/index.js';
import styles from './button.module.css';
import { classes } from './classes.js';
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

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className'>, Looks {
  ref?: Ref<HTMLButtonElement>;
}

/** While `isPending`, keeps its width and focus, shows a spinner and ignores presses. */
export function Button({ look, size, wide, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={classes(classOf({ look, size, wide, className }), props.isPending && styles.pending)}
    >
      <span className={styles.label}>{children}</span>
      {props.isPending === true && <Spinner className={styles.spinner} label={t('ui.working')} />}
    </AriaButton>
  );
}

/** A link that looks like a button; navigation stays inside the app through the router's provider, a download leaves it. */
export function LinkButton({
  href,
  download = false,
  children,
  ...looks
}: Looks & { href: string; download?: boolean }) {
  return (
    <AriaLink href={href} {...(download && { download })} className={classOf(looks)}>
      {children}
    </AriaLink>
  );
}
