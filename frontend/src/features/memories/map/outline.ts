import { type WorldPoint, toWorld } from './projection.js';

/** The land of the world, and its coasts and borders, as paths of SVG in a world that is one unit wide. */
export interface Outline {
  land: string;
  lines: string;
}

const path = (points: readonly WorldPoint[]): string =>
  `M${points.map(({ x, y }) => `${x.toFixed(5)} ${y.toFixed(5)}`).join('L')}`;

const shifted = (points: readonly WorldPoint[], by: number): WorldPoint[] =>
  points.map(({ x, y }) => ({ x: x + by, y }));

/** Lets a line that crosses the date line go on beyond the edge of the world. */
function unwrapped(points: readonly WorldPoint[]): WorldPoint[] {
  let [turns, before] = [0, points[0]?.x ?? 0];
  return points.map(({ x, y }) => {
    turns -= Math.round(x - before);
    before = x;
    return { x: x + turns, y };
  });
}

/** A ring as a closed path, again on the other side where it crosses the date line; one around the pole ends at the pole. */
function ringPath(points: readonly WorldPoint[]): string {
  const line = unwrapped(points);
  const [first, last] = [line[0], line.at(-1)];
  const isAroundPole = first && last && Math.abs(last.x - first.x) > 0.5;
  const ring = isAroundPole ? [...line, { x: last.x, y: 1 }, { x: first.x, y: 1 }] : line;
  const leaves = ring.some(({ x }) => x < 0 || x > 1);
  return (leaves ? [-1, 0, 1] : [0]).map((by) => `${path(shifted(ring, by))}Z`).join('');
}

/** Loads the outline that the app ships: Natural Earth's, which is in the public domain, as TopoJSON. */
export async function loadOutline(): Promise<Outline> {
  const { arcs, transform, objects } = (await import('world-atlas/countries-110m.json')).default;
  const [[scaleX = 1, scaleY = 1], [left = 0, top = 0]] = [transform.scale, transform.translate];
  // The positions of an arc are steps on a grid, each from the one before.
  const lines = arcs.map((steps) => {
    let [column, row] = [0, 0];
    return steps.map(([right = 0, down = 0]) => {
      column += right;
      row += down;
      return toWorld({ lng: column * scaleX + left, lat: row * scaleY + top });
    });
  });
  // A ring is a list of arcs; the complement of an index is that arc backwards.
  const lineOf = (index: number): WorldPoint[] => lines[index] ?? lines[~index]?.toReversed() ?? [];
  const rings = objects.land.geometries.flatMap((polygons) => polygons.arcs.flat());
  return {
    land: rings.map((ring) => ringPath(ring.flatMap(lineOf))).join(''),
    lines: lines.map((line) => path(unwrapped(line))).join(''),
  };
}
