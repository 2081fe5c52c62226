import { useEffect } from 'react';

/**
 * Ctrl/Cmd+F searches in the conversation: the browser's own search sees only the messages on the screen. It opens that one
 * from the field of this one. @param open null where the key is the browser's
 */
export function useSearchKey(open: (() => void) | null): void {
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f')
        return;
      if (
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('[role="search"], [role="dialog"]'))
      )
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
