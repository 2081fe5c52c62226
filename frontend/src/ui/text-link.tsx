import type { ReactNode } from 'react';
import { AppLink } from './app-link.js';

interface TextLinkProps {
  href: string;
  label?: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** A link among words. */
export function TextLink({ href, label, className, children }: TextLinkProps) {
  return (
    <AppLink href={href} aria-label={label} {...(className !== undefined && { className })}>
      {children}
    </AppLink>
  );
}
