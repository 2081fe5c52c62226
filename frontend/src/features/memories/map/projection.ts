/** A point of the world as a square: (0, 0) is its north-west corner, (1, 1) its south-east one. */
export interface WorldPoint {
  x: number;
  y: number;
}

/** A point of the globe, in degrees. */
export interface GeoPoint {
  lat: number;
  lng: number;
}

/** The latitude at which Mercator's map becomes a square. */
const HIGHEST = 85.0511;

const RADIANS = Math.PI / 180;

/** Mercator's projection. Latitudes beyond its edge are put on the edge. */
export function toWorld({ lat, lng }: GeoPoint): WorldPoint {
  const latitude = Math.min(HIGHEST, Math.max(-HIGHEST, lat)) * RADIANS;
  return { x: (lng + 180) / 360, y: (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2 };
}

/** The inverse of `toWorld`, rounded to some ten metres. */
export function toGeo({ x, y }: WorldPoint): GeoPoint {
  const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
  return { lat: round(Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS), lng: round(x * 360 - 180) };
}
