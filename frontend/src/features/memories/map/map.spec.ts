import { clustersOf } from './clusters.js';
import { around, isClosest, panned, pixelsOf, pointAt, within, zoomed } from './map-view.js';
import { toGeo, toWorld } from './projection.js';

const SIZE = { width: 400, height: 300 };
const WORLD = within({ x: 0.5, y: 0.5, scale: 0 }, SIZE);

describe('the projection', () => {
  it.each([
    { lat: 0, lng: 0 },
    { lat: 38.7223, lng: -9.1393 },
    { lat: -54.8019, lng: -68.303 },
    { lat: 85, lng: 179.9999 },
  ])('of %j is undone', (point) => {
    expect(toGeo(toWorld(point))).toEqual(point);
  });

  it('puts the poles on the edges', () => {
    expect(toWorld({ lat: 90, lng: -180 })).toEqual({ x: 0, y: expect.closeTo(0, 5) });
    expect(toWorld({ lat: -90, lng: 180 })).toEqual({ x: 1, y: expect.closeTo(1, 5) });
  });
});

describe('a view', () => {
  it('never leaves the world, however far it is moved or zoomed', () => {
    expect(WORLD).toEqual({ x: 0.5, y: 0.5, scale: 400 });
    const far = panned(zoomed(WORLD, 2, { x: 0, y: 0 }, SIZE), { x: 10_000, y: 10_000 }, SIZE);
    expect(pointAt({ x: 0, y: 0 }, far, SIZE)).toEqual({ x: expect.closeTo(0, 9), y: expect.closeTo(0, 9) });
    expect(zoomed(far, 1e-9, { x: 200, y: 150 }, SIZE).scale).toBe(400);
    expect(isClosest(zoomed(far, 1e9, { x: 200, y: 150 }, SIZE), SIZE)).toBe(true);
  });

  it('keeps the point under the finger when it zooms', () => {
    const finger = { x: 300, y: 100 };
    const before = pointAt(finger, WORLD, SIZE);
    const after = pointAt(finger, zoomed(WORLD, 3, finger, SIZE), SIZE);
    expect(after).toEqual({ x: expect.closeTo(before.x, 9), y: expect.closeTo(before.y, 9) });
  });

  it('shows all of some points', () => {
    const points = [toWorld({ lat: 60, lng: 5 }), toWorld({ lat: 38, lng: -9 })];
    const view = around(points, SIZE);
    for (const point of points) {
      const { x, y } = pixelsOf(point, view, SIZE);
      expect(x > 0 && x < SIZE.width && y > 0 && y < SIZE.height).toBe(true);
    }
    expect(within(around([], SIZE), SIZE)).toEqual(around([], SIZE));
  });
});

describe('clusters', () => {
  const at = (x: number, y: number, item: string) => ({ item, point: { x: x / 1_000, y: y / 1_000 } });
  const names = (scale: number, ...items: ReturnType<typeof at>[]) =>
    clustersOf(items, scale).map(({ members }) => members.map(({ item }) => item).join(''));

  it('join items that are near at a scale, also across grid lines', () => {
    const [a, b, c] = [at(43, 10, 'a'), at(45, 10, 'b'), at(200, 10, 'c')];
    expect(names(1_000, a, b, c)).toEqual(['ab', 'c']);
    expect(names(100_000, a, b, c)).toEqual(['a', 'b', 'c']);
    expect(names(100, a, b, c)).toEqual(['abc']);
  });

  it('contain every item once, and items of one point together', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => at((n * 37) % 1_000, (n * 91) % 1_000, 'x'));
    const clusters = clustersOf(many, 2_000);
    expect(clusters.reduce((sum, { members }) => sum + members.length, 0)).toBe(5_000);
    expect(names(1e9, at(1, 1, 'a'), at(1, 1, 'b'))).toEqual(['ab']);
    expect(clustersOf([], 1)).toEqual([]);
  });
});
