import { useKeyDown } from '../../../ui/use-key-down.js';

/**
 * Ctrl/Cmd+F searches in the conversation: the browser's own search sees only the messages on the screen. It opens that one
 * from the field of this one. The key counts before the code of the search has loaded. @param open null where the key is the browser's
 */
export function useSearchKey(open: (() => void) | null): void {
  useKeyDown((event) => {
    if (!open || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (event.defaultPrevented || event.key.toLowerCase() !== 'f') return;
    if (event.target instanceof Element && event.target.closest('[role="search"], [role="dialog"]')) return;
    event.preventDefault();
    open();
  });
}
