import type { KeyboardEvent } from 'react';

/** The index that a key moves to; null for keys that a grid does not handle. */
function targetIndex(key: string, from: number, count: number, columns: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * 4,
    PageDown: columns * 4,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const to = from + step;
  const isPage = Math.abs(step) > columns;
  if (to >= 0 && to < count) return to;
  return isPage ? Math.min(Math.max(to, 0), count - 1) : from;
}

/**
 * Handles a key in a grid of buttons with one tab stop: the arrow keys move between them.
 * @param event of the grid's own element
 * @param onLeave ArrowUp in the first row: moves the focus above the grid
 */
export function moveInGrid(event: KeyboardEvent, columns: number, onLeave?: () => void): void {
  const all = [...event.currentTarget.querySelectorAll('button')];
  const from = all.findIndex((button) => button === document.activeElement);
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
  const key = isRtl ? (mirrored[event.key] ?? event.key) : event.key;
  const to = targetIndex(key, from, all.length, columns);
  if (from < 0 || to === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === 'ArrowUp' && from < columns) return onLeave?.();
  for (const button of all) button.tabIndex = -1;
  const next = all[to];
  if (!next) return;
  next.tabIndex = 0;
  next.focus();
}
