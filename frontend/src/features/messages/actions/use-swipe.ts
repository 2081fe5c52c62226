import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { tick } from '../../../platform/device/haptics.js';
import { pointersDown } from '../../../ui/after-press.js';

/** A finger that moves this far sideways, and further than up or down, swipes. In pixels. */
const SLOP = 12;
/** A finger that has moved this far up or down scrolls, in pixels. */
const MAX_RISE = 10;
/** From here on the release acts, in pixels. */
const REACH = 56;
const FURTHEST = 76;

/** Two taps within this time, in milliseconds, and this distance, in pixels, are a double tap. */
const DOUBLE_TAP = 300;
const NEAR = 28;

/** Elements that a tap presses by itself. */
const CONTROLS = 'input, textarea, button, a, video, [role="slider"]';

interface Touch {
  id: number;
  x: number;
  y: number;
  way: 'open' | 'swipes' | 'ended';
  /** How far the finger is, in the reading direction. */
  by: number;
}

interface Gestures {
  /** The bubble follows the finger. */
  isSwiping: boolean;
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
}

/** Where a message stands while a finger pulls it; null puts it back. */
function place(element: HTMLElement | null, by: number | null): void {
  if (by === null) element?.style.removeProperty('--swiped');
  else element?.style.setProperty('--swiped', `${by}px`);
}

/**
 * The gestures of a finger on a message: a swipe in the reading direction replies, a double tap loves. The style's
 * `--swiped` moves the message, so that no render follows the finger.
 */
export function useSwipe(
  frame: RefObject<HTMLElement | null>,
  { onReply, onDoubleTap }: { onReply: () => void; onDoubleTap: () => void },
): Gestures {
  const touch = useRef<Touch | null>(null);
  const lastTap = useRef<{ x: number; y: number; at: number } | null>(null);
  const [isSwiping, setSwiping] = useState(false);
  const end = (): void => {
    touch.current = null;
    place(frame.current, null);
    setSwiping(false);
  };
  const tapped = ({ clientX: x, clientY: y, timeStamp: at, target }: PointerEvent): void => {
    const before = lastTap.current;
    lastTap.current = null;
    if (target instanceof Element && target.closest(CONTROLS)) return;
    if (before && at - before.at < DOUBLE_TAP && Math.hypot(x - before.x, y - before.y) < NEAR) onDoubleTap();
    else lastTap.current = { x, y, at };
  };
  return {
    isSwiping,
    onPointerDown: ({ pointerType, pointerId, clientX, clientY }) => {
      if (pointerType !== 'touch' || pointersDown() > 1) return end();
      touch.current = { id: pointerId, x: clientX, y: clientY, way: 'open', by: 0 };
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }) => {
      const { current } = touch;
      if (current?.id !== pointerId || current.way === 'ended') return;
      const sign = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
      const [by, rise] = [(clientX - current.x) * sign, Math.abs(clientY - current.y)];
      if (current.way === 'open') {
        if (rise > MAX_RISE || by < -SLOP) current.way = 'ended';
        if (by < SLOP || by < rise) return;
        current.way = 'swipes';
        currentTarget.setPointerCapture(pointerId);
        setSwiping(true);
      }
      if (current.by < REACH && by >= REACH) tick();
      current.by = by;
      place(frame.current, Math.min(Math.max(by, 0), FURTHEST) * sign);
    },
    onPointerUp: (event) => {
      const { current } = touch;
      if (current?.id !== event.pointerId) return;
      const { way, by } = current;
      end();
      if (way === 'swipes' && by >= REACH) onReply();
      else if (way === 'open') tapped(event);
    },
    onPointerCancel: end,
  };
}
