import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';

interface TextLinkProps {
  href: string;
  label?: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** A link among words. Inside the app the router follows it; before the sign-in, where there is none, the browser does. */
export function TextLink({ href, label, className, children }: TextLinkProps) {
  return (
    <Link href={href} aria-label={label} {...(className !== undefined && { className })}>
      {children}
    </Link>
  );
}
