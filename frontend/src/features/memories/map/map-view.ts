import type { WorldPoint } from './projection.js';

/** The section of a map: the point in its middle, and how many pixels the world is wide. */
export interface MapView extends WorldPoint {
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How many times wider than at first the world can be. */
const CLOSEST = 1_024;

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** The scale at which the world fills the map. */
const widest = ({ width, height }: Size): number => Math.max(width, height);

/** The nearest view that shows no place outside of the world. */
export function within(view: MapView, size: Size): MapView {
  const scale = between(widest(size), view.scale, widest(size) * CLOSEST);
  const [halfWidth, halfHeight] = [size.width / 2 / scale, size.height / 2 / scale];
  return {
    scale,
    x: between(halfWidth, view.x, 1 - halfWidth),
    y: between(halfHeight, view.y, 1 - halfHeight),
  };
}

/** A view in which all points are visible; of one point its wider surroundings. */
export function around(points: readonly WorldPoint[], size: Size): MapView {
  if (points.length === 0) return within({ x: 0.5, y: 0.4, scale: 0 }, size);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(size.width / (right - left || 0.05), size.height / (bottom - top || 0.05)) * 0.7;
  return within({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, size);
}

export const isClosest = ({ scale }: MapView, size: Size): boolean => scale >= widest(size) * CLOSEST;

export const isWidest = ({ scale }: MapView, size: Size): boolean => scale <= widest(size);

/** The position of a point in pixels from the map's corner. */
export const pixelsOf = ({ x, y }: WorldPoint, view: MapView, { width, height }: Size): WorldPoint => ({
  x: (x - view.x) * view.scale + width / 2,
  y: (y - view.y) * view.scale + height / 2,
});

/** The point of the world at a position in pixels. */
export const pointAt = (pixels: WorldPoint, view: MapView, { width, height }: Size): WorldPoint => ({
  x: (pixels.x - width / 2) / view.scale + view.x,
  y: (pixels.y - height / 2) / view.scale + view.y,
});

/** Moves the map under a finger by pixels. */
export const panned = (view: MapView, by: WorldPoint, size: Size): MapView =>
  within({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale }, size);

/** Zooms so that the point at a position in pixels stays there. */
export function zoomed(view: MapView, factor: number, at: WorldPoint, size: Size): MapView {
  const fixed = pointAt(at, view, size);
  const { scale } = within({ ...view, scale: view.scale * factor }, size);
  const [x, y] = [fixed.x - (at.x - size.width / 2) / scale, fixed.y - (at.y - size.height / 2) / scale];
  return within({ scale, x, y }, size);
}
