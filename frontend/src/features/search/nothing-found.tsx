import type { ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import { t } from '../../texts/index.js';
import { EmptyState } from '../../ui/empty-state.js';

/** A search page without a result; `children` is the one thing to do next. */
export function NothingFound({ q, children }: { q: string; children: ReactNode }) {
  return (
    <div role="status">
      <EmptyState icon={<SearchX size={26} aria-hidden />} title={t('search.noResultsForQ', { q })} level={2}>
        {children}
      </EmptyState>
    </div>
  );
}
