import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { ignoreThisPress, pointersDown } from '../../../ui/after-press.js';

/** How long a finger must rest, in milliseconds. */
const PRESS_DURATION = 420;
/** A finger that moves further than this scrolls, in pixels. */
const MAX_MOVEMENT = 10;

interface LongPress {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onContextMenu: (event: MouseEvent) => void;
}

/**
 * Calls `act` after a long press with one finger. Suppresses the browser's own reaction (text selection, context menu), and
 * the press does not activate what opens under the finger.
 */
export function useLongPress(act: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef<{ x: number; y: number } | null>(null);
  const end = (): void => {
    clearTimeout(timer.current);
    from.current = null;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ pointerType, clientX, clientY, currentTarget }) => {
      end();
      // A second finger means a pinch.
      if (pointerType !== 'touch' || pointersDown() > 1) return;
      from.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => {
        if (pointersDown() !== 1) return end();
        ignoreThisPress(currentTarget);
        act();
      }, PRESS_DURATION);
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (from.current && Math.hypot(clientX - from.current.x, clientY - from.current.y) > MAX_MOVEMENT) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event) => {
      if (from.current) event.preventDefault();
    },
  };
}
