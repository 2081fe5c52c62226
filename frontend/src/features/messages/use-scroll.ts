import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Line } from './lines.js';

/** This near to the end counts as being there, in pixels. */
const NEAR = 80;

const distanceToEnd = (element: HTMLElement): number => element.scrollHeight - element.scrollTop - element.clientHeight;

export interface Scroll {
  atEnd: boolean;
  toEnd: () => void;
}

/**
 * Stays at the end while the reader is there, goes there for an own new text, and keeps the place when older
 * messages come in above.
 */
export function useScroll(ref: RefObject<HTMLElement | null>, lines: Line[], self: string): Scroll {
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number }>({ first: undefined, last: undefined, height: 0 });

  const toEnd = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    stick.current = true;
    element.scrollTop = element.scrollHeight;
  }, [ref]);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onScroll = (): void => {
      stick.current = distanceToEnd(element) < NEAR;
      setAtEnd(stick.current);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A keyboard that opens, a composer that grows, a font that loads: the end stays the end.
    const observer = 'ResizeObserver' in window ? new ResizeObserver(() => stick.current && toEnd()) : null;
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer?.disconnect();
    };
  }, [ref, toEnd]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { first, last, height } = before.current;
    const [newFirst, newLast] = [lines[0]?.key, lines.at(-1)];
    const cameAbove = first !== undefined && newFirst !== first && newLast?.key === last;
    const isOwnNew = newLast !== undefined && newLast.key !== last && newLast.senderId === self && newLast.id === null;
    if (stick.current || isOwnNew) toEnd();
    else if (cameAbove) element.scrollTop += element.scrollHeight - height;
    before.current = { first: newFirst, last: newLast?.key, height: element.scrollHeight };
  });

  return { atEnd, toEnd };
}
