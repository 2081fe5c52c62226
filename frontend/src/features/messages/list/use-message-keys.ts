import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { MessageVirtualizer } from './use-message-list.js';

export interface MessageKeys {
  onKeyDown: (event: KeyboardEvent) => void;
  /** The index of the message with the keyboard focus. */
  active: number | null;
}

const indexOf = (element: Element | null): number | null => {
  const index = element?.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
};

/** The index that a key moves to; null for keys that this list does not handle. */
function nextIndex(key: string, from: number | null, list: MessageVirtualizer): number | null {
  const { range, options, scrollRect, scrollOffset } = list;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  const page = (distance: number): number =>
    list.getVirtualItemForOffset(Math.max((scrollOffset ?? 0) + distance, 0))?.index ?? 0;
  const height = scrollRect?.height ?? 0;
  const ways: Record<string, () => number> = {
    ArrowUp: () => (from === null ? last : from - 1),
    ArrowDown: () => (from === null ? first : from + 1),
    Home: () => 0,
    End: () => options.count - 1,
    PageUp: () => page(-height),
    PageDown: () => Math.max(page(2 * height), from ?? 0),
  };
  const way = ways[key];
  return way ? Math.min(Math.max(way(), 0), options.count - 1) : null;
}

/** Arrow keys, Home, End and the page keys move between messages; Tab moves to the controls of one. */
export function useMessageKeys(
  scroller: RefObject<HTMLDivElement | null>,
  list: MessageVirtualizer,
  active: number | null,
  setActive: (index: number | null) => void,
  toLatest: () => void,
): MessageKeys {
  /** The index that the focus should move to. */
  const target = useRef<number | null>(null);
  // A message can take the focus only once it is rendered.
  useEffect(() => {
    if (target.current === null) return;
    const message = scroller.current?.querySelector<HTMLElement>(`[data-index="${target.current}"] [data-message]`);
    if (!message) return;
    target.current = null;
    message.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target: origin, currentTarget, key } = event;
    const isOurs = origin === currentTarget || (origin instanceof HTMLElement && origin.matches('[data-message]'));
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || list.options.count === 0) return;
    const from = origin === currentTarget ? null : indexOf(origin instanceof Element ? origin : null);
    const to = nextIndex(key, from, list);
    if (to === null) return;
    event.preventDefault();
    if (key === 'End') toLatest();
    target.current = to;
    setActive(to);
    list.scrollToIndex(to, { align: key === 'Home' ? 'start' : 'auto' });
  };
  return { onKeyDown, active };
}
