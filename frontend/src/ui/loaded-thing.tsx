import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.js';
import { LoadState, type LoadStateProps } from './load-state.js';

interface LoadedThingProps extends LoadStateProps {
  icon: LucideIcon;
  /** Whether the thing is not there for this user. */
  isMissing: boolean;
  /** Title and words for a missing thing. */
  missing: [title: string, words: string];
  /** The thing; nothing before it is loaded. */
  children: ReactNode;
}

/** A thing on its own page, or the state in its place: it is missing, it loads, or it could not be loaded. */
export function LoadedThing({ icon: Icon, isMissing, missing: [title, words], children, ...load }: LoadedThingProps) {
  if (isMissing)
    return (
      <EmptyState icon={<Icon size={26} aria-hidden />} title={title} level={2}>
        <p>{words}</p>
      </EmptyState>
    );
  return children ?? <LoadState {...load} />;
}
