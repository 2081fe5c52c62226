import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG = 420;
/** A finger that moves further than this scrolls, in pixels. */
const STILL = 10;

interface LongPress {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onContextMenu: (event: MouseEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
}

/** A finger that rests. What the browser itself would do then (mark a word, its own menu) is left out. */
export function useLongPress(act: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef<{ x: number; y: number } | null>(null);
  /** The finger that lets go now did not tap on the picture or the link below it. */
  const hasActed = useRef(false);
  const end = (): void => {
    clearTimeout(timer.current);
    from.current = null;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ pointerType, clientX, clientY }) => {
      end();
      hasActed.current = false;
      if (pointerType !== 'touch') return;
      from.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => {
        hasActed.current = true;
        act();
      }, LONG);
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (from.current && Math.hypot(clientX - from.current.x, clientY - from.current.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event) => {
      if (from.current) event.preventDefault();
    },
    onClickCapture: (event) => {
      if (!hasActed.current) return;
      hasActed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
