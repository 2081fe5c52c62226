import { isNightIn } from './couple-time.js';

it.each<[zone: string, at: string, isNight: boolean]>([
  ['Europe/Berlin', '2026-11-23T20:59:59Z', false],
  ['Europe/Berlin', '2026-11-23T21:00:00Z', true],
  ['Europe/Berlin', '2026-11-23T23:30:00Z', true],
  ['Europe/Berlin', '2026-11-24T04:59:59Z', true],
  ['Europe/Berlin', '2026-11-24T05:00:00Z', false],
  ['Asia/Tokyo', '2026-11-23T13:00:00Z', true],
])('in %s it is night at %s: %s', (zone, at, isNight) => {
  expect(isNightIn(zone, Date.parse(at))).toBe(isNight);
});
