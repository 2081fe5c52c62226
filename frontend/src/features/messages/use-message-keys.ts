import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { List } from './use-list.js';

export interface MessageKeys {
  onKeyDown: (event: KeyboardEvent) => void;
  /** The index of the message that the keyboard stands on. */
  active: number | null;
}

const indexOf = (element: Element | null): number | null => {
  const index = element?.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
};

/** Where a key leads from a message; null for keys that are not ours. */
function next(key: string, from: number | null, list: List): number | null {
  const { range, options, scrollRect, scrollOffset } = list;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  const page = (distance: number): number => list.getVirtualItemForOffset(Math.max((scrollOffset ?? 0) + distance, 0))?.index ?? 0;
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

/** Arrow keys, Home, End and the page keys go from message to message; Tab goes on to what is in one. */
export function useMessageKeys(scroller: RefObject<HTMLDivElement | null>, list: List, active: number | null, setActive: (index: number | null) => void, toLatest: () => void): MessageKeys {
  const [wanted] = useState<{ index: number | null }>({ index: null });
  // The message may have to be drawn before it can be stood on.
  useEffect(() => {
    if (wanted.index === null) return;
    const message = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.index}"] [data-message]`);
    if (!message) return;
    wanted.index = null;
    message.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, currentTarget, key } = event;
    const isOurs = target === currentTarget || (target instanceof HTMLElement && target.matches('[data-message]'));
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || list.options.count === 0) return;
    const from = target === currentTarget ? null : indexOf(target instanceof Element ? target : null);
    const to = next(key, from, list);
    if (to === null) return;
    event.preventDefault();
    if (key === 'End') toLatest();
    wanted.index = to;
    setActive(to);
    list.scrollToIndex(to, { align: key === 'Home' ? 'start' : 'auto' });
  };
  return { onKeyDown, active };
}
