import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 6;
const DOUBLE = 2.5;
/** Two taps within this time and place are one double tap, in milliseconds and pixels. */
const TAP_PAUSE = 300;
const TAP_SLIP = 24;
/** A swipe counts from here, in pixels. */
const SWIPE = 56;

interface Point {
  x: number;
  y: number;
}

interface Swipes {
  /** A swipe to the next or previous item, while the picture is not zoomed. */
  onLeaf: (direction: 1 | -1) => void;
  /** A swipe down. */
  onAway: () => void;
}

export interface Zooming extends Zoom {
  /** How far the unzoomed picture is dragged to the side, in pixels. */
  drag: number;
  step: (factor: number) => void;
  reset: () => void;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
}

const middle = ([a, b]: Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? a?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? a?.y ?? 0)) / 2,
});
const apart = ([a, b]: Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

const clamped = (scale: number): number => Math.min(Math.max(scale, 1), MAX_SCALE);
const boxOf = (element: Element | null): DOMRect => element?.getBoundingClientRect() ?? new DOMRect();

const relativeTo = ({ left, top, width, height }: DOMRect, { x, y }: Point): Point => ({
  x: x - left - width / 2,
  y: y - top - height / 2,
});

/** Limits the zoom: never smaller than the frame, never dragged out of it. */
export function zoomWithin({ scale, x, y }: Zoom, box: { width: number; height: number }): Zoom {
  const kept = clamped(scale);
  const room = { x: (box.width * (kept - 1)) / 2, y: (box.height * (kept - 1)) / 2 };
  return { scale: kept, x: Math.min(Math.max(x, -room.x), room.x), y: Math.min(Math.max(y, -room.y), room.y) };
}

/** The zoom at another scale that keeps a point in place. @param at the point, from the middle of the frame, in pixels */
export function scaledAt(zoom: Zoom, scale: number, at: Point): Zoom {
  const factor = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * factor, y: at.y - (at.y - zoom.y) * factor };
}

/** Pinch, double tap, wheel and buttons zoom. A drag moves a zoomed picture, and swipes between unzoomed ones. */
export function useZoom(frame: RefObject<HTMLElement | null>, { onLeaf, onAway }: Swipes): Zooming {
  const [zoom, setZoom] = useState(WHOLE);
  const [drag, setDrag] = useState(0);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const lastTap = useRef<{ at: number } & Point>({ at: 0, x: 0, y: 0 });
  const wasPinch = useRef(false);

  const become = (next: (current: Zoom) => Zoom): void =>
    setZoom((current) => zoomWithin(next(current), boxOf(frame.current)));
  const reset = (): void => setZoom(WHOLE);
  const step = (factor: number): void =>
    become((current) => scaledAt(current, clamped(current.scale * factor), { x: 0, y: 0 }));
  const fromMiddle = (at: Point): Point => relativeTo(boxOf(frame.current), at);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // React's wheel listeners are passive and cannot stop the page from scrolling.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = boxOf(element);
      const at = relativeTo(box, { x: event.clientX, y: event.clientY });
      setZoom((current) =>
        zoomWithin(scaledAt(current, clamped(current.scale * Math.exp(-event.deltaY / 300)), at), box),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame]);

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const at = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, at);
    wasPinch.current = pointers.current.size > 1;
    if (pointers.current.size === 1) start.current = at;
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const were = [...pointers.current.values()];
    const at = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, at);
    const are = [...pointers.current.values()];
    if (are.length > 1) {
      const centre = fromMiddle(middle(are));
      become((current) => scaledAt(current, current.scale * (apart(are) / Math.max(apart(were), 1)), centre));
    } else if (zoom.scale > 1) {
      become((current) => ({ ...current, x: current.x + at.x - before.x, y: current.y + at.y - before.y }));
    } else {
      setDrag(at.x - start.current.x);
    }
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    if (!pointers.current.delete(event.pointerId)) return;
    const [dx, dy] = [event.clientX - start.current.x, event.clientY - start.current.y];
    setDrag(0);
    if (pointers.current.size > 0 || wasPinch.current) return;
    if (Math.hypot(dx, dy) < TAP_SLIP / 2) return tapped(event);
    if (zoom.scale > 1) return;
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > Math.abs(dy)) onLeaf(dx < 0 ? 1 : -1);
    else if (dy > SWIPE * 1.5) onAway();
  };

  const tapped = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent<HTMLElement>): void => {
    const isDouble =
      at - lastTap.current.at < TAP_PAUSE && Math.hypot(x - lastTap.current.x, y - lastTap.current.y) < TAP_SLIP;
    lastTap.current = { at: isDouble ? 0 : at, x, y };
    if (isDouble) become((current) => (current.scale > 1 ? WHOLE : scaledAt(current, DOUBLE, fromMiddle({ x, y }))));
  };

  const onPointerCancel = (event: PointerEvent<HTMLElement>): void => {
    pointers.current.delete(event.pointerId);
    setDrag(0);
  };

  return { ...zoom, drag, step, reset, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
