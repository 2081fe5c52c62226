import { t } from '../../../texts/index.js';

/** A point on the earth as people read it: 48.86° N, 2.35° E. */
export function pointWords({ lat, lng }: { lat: number; lng: number }): string {
  const [north, east] = [Math.abs(lat).toFixed(2), Math.abs(lng).toFixed(2)];
  return `${t(lat < 0 ? 'map.south' : 'map.north', { degrees: north })}, ${t(lng < 0 ? 'map.west' : 'map.east', { degrees: east })}`;
}
