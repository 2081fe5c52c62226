import { useEffect, useState } from 'react';

/** Observer thresholds in steps of 5 %: half a window is one step of an element that is ten windows tall. */
export const VISIBLE_STEPS = Array.from({ length: 21 }, (_, index) => index / 20);

/**
 * Whether half of the element is visible; for an element taller than `room`, half of the room. The entry already accounts
 * for clipping by scroll containers.
 * @param room the height that shows the element, in pixels
 */
export function showsHalf(
  { isIntersecting, intersectionRect, boundingClientRect }: IntersectionObserverEntry,
  room = window.innerHeight,
): boolean {
  return isIntersecting && intersectionRect.height >= Math.min(boundingClientRect.height, room) / 2;
}

/** Whether half of the element is on the screen. @param element null until it is rendered */
export function useInView(element: Element | null): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry) setInView(showsHalf(entry));
      },
      { threshold: VISIBLE_STEPS },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}

const hasAttention = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Whether this tab is visible and has the focus. */
export function useAttention(): boolean {
  const [attention, setAttention] = useState(hasAttention);
  useEffect(() => {
    const update = (): void => setAttention(hasAttention());
    window.addEventListener('focus', update);
    window.addEventListener('blur', update);
    document.addEventListener('visibilitychange', update);
    return () => {
      window.removeEventListener('focus', update);
      window.removeEventListener('blur', update);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return attention;
}
