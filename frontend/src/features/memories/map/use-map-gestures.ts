import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type MapView, type Size, panned, pointAt, zoomed } from './map-view.js';
import type { WorldPoint } from './projection.js';

/** Pixels of one press of an arrow key. */
const STEP = 80;

/** A finger that moved less has pressed. */
const STILL = 6;

const ARROWS: Record<string, WorldPoint> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

const ZOOMS: Record<string, number> = { '+': 1.6, '=': 1.6, '-': 1 / 1.6, _: 1 / 1.6 };

interface Gestures {
  map: RefObject<HTMLElement | null>;
  view: MapView;
  size: Size;
  onView: (view: MapView) => void;
  /** The map was pressed at this point of the world. */
  onPress?: ((point: WorldPoint) => void) | undefined;
}

const middle = (points: readonly WorldPoint[]): WorldPoint => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const spread = ([a, b]: readonly WorldPoint[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Moves a map by dragging, pinching, the wheel and keys. @returns the handlers of the map's element */
export function useMapGestures({ map, view, size, onView, onPress }: Gestures) {
  /** The fingers on the map, in pixels from its corner. */
  const fingers = useRef(new Map<number, WorldPoint>());
  const travelled = useRef(0);
  const inMap = ({ clientX, clientY }: { clientX: number; clientY: number }): WorldPoint => {
    const corner = map.current?.getBoundingClientRect();
    return { x: clientX - (corner?.left ?? 0), y: clientY - (corner?.top ?? 0) };
  };
  const centre = { x: size.width / 2, y: size.height / 2 };

  // React listens to the wheel passively: its handlers cannot keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    // Without a key or the focus the wheel scrolls the page.
    if (!event.ctrlKey && !map.current?.contains(document.activeElement)) return;
    event.preventDefault();
    onView(zoomed(view, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), inMap(event), size));
  });
  useEffect(() => {
    const element = map.current;
    const listen = (event: WheelEvent): void => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [map]);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (fingers.current.size === 0) travelled.current = 0;
    fingers.current.set(event.pointerId, inMap(event));
    map.current?.setPointerCapture?.(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!fingers.current.has(event.pointerId)) return;
    const before = [...fingers.current.values()];
    fingers.current.set(event.pointerId, inMap(event));
    const after = [...fingers.current.values()];
    const [from, to] = [middle(before), middle(after)];
    travelled.current += Math.hypot(to.x - from.x, to.y - from.y) + Math.abs(spread(after) - spread(before));
    if (travelled.current < STILL) return;
    const moved = panned(view, { x: to.x - from.x, y: to.y - from.y }, size);
    onView(after.length === 2 && spread(before) > 0 ? zoomed(moved, spread(after) / spread(before), to, size) : moved);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const wasOn = fingers.current.delete(event.pointerId);
    if (wasOn && fingers.current.size === 0 && travelled.current < STILL) onPress?.(pointAt(inMap(event), view, size));
  };
  const onPointerCancel = ({ pointerId }: PointerEvent): void => void fingers.current.delete(pointerId);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [by, factor] = [ARROWS[event.key], ZOOMS[event.key]];
    if (by) onView(panned(view, by, size));
    if (factor !== undefined) onView(zoomed(view, factor, centre, size));
    const picks = onPress && event.key === 'Enter' && event.target === map.current;
    if (picks) onPress(pointAt(centre, view, size));
    if (by || factor !== undefined || picks) event.preventDefault();
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown };
}
