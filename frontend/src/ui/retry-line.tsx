import type { ReactNode } from 'react';
import { Button } from './button.js';

interface RetryLineProps {
  role: 'alert' | 'status';
  className: string | undefined;
  look: 'soft' | 'ghost';
  /** The words of the button. */
  label: string;
  /** The button's name for screen readers, where several stand on a page. */
  name?: string;
  onRetry: () => void;
  children: ReactNode;
}

/** A line about an answer that did not come, and a button that asks again. */
export const RetryLine = ({ role, className, look, label, name, onRetry, children }: RetryLineProps) => (
  <p className={className} role={role}>
    {children}
    <Button look={look} size="small" {...(name !== undefined && { 'aria-label': name })} onPress={onRetry}>
      {label}
    </Button>
  </p>
);
