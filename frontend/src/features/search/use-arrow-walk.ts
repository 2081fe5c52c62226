import type { KeyboardEvent, RefObject } from 'react';

const ARROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Returns a key handler by which the arrows walk from the field through the links below it, and back. */
export function useArrowWalk(box: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return (event) => {
    const step = ARROWS[event.key];
    if (step === undefined || !box.current) return;
    const stops = [...box.current.querySelectorAll<HTMLElement>('[type=search], a')];
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
