import { useSyncExternalStore } from 'react';

/** The widths at which the open chat has the whole screen and the bottom bar is shown; `layout.module.css` has the same. */
const PHONE = '(max-width: 47.99rem)';

/** An environment without media queries counts as a large screen. */
const isPhone = (): boolean => window.matchMedia?.(PHONE).matches ?? false;

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia?.(PHONE);
  query?.addEventListener('change', changed);
  return () => query?.removeEventListener('change', changed);
}

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone);
