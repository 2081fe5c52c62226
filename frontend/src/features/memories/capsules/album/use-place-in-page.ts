import { type RefObject, useLayoutEffect, useState } from 'react';

/** Assumed until the layout is known, in pixels: a phone. */
const USUAL_WIDTH = 358;

interface Place {
  /** Pixels. */
  width: number;
  /** From the top of the page, in pixels. */
  top: number;
}

/** Where an element lies in the page. It follows changes of the window and of what stands above the element. */
export function usePlaceInPage(ref: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ width: USUAL_WIDTH, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const { width, top } = element.getBoundingClientRect();
      const now = { width: width > 0 ? Math.floor(width) : USUAL_WIDTH, top: Math.round(top + window.scrollY) };
      setPlace((before) => (before.width === now.width && before.top === now.top ? before : now));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
