import { instantOfLocalMinute } from './local-minute.js';

describe('instantOfLocalMinute', () => {
  it.each([
    ['2026-06-01T09:00', 'Europe/Berlin', '2026-06-01T07:00:00.000Z'],
    ['2026-12-01T09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00', 'Asia/Kathmandu', '2026-12-01T03:15:00.000Z'],
    ['2024-02-29T00:00', 'Pacific/Apia', '2024-02-28T11:00:00.000Z'],
    // In spring the clock skips from 2 to 3, so 02:30 is read as 03:30.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    // In autumn the hour from 2 to 3 occurs twice; the first one is used.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('reads %s in %s as %s', (at, timezone, instant) => {
    expect(instantOfLocalMinute(at, timezone)?.toISOString()).toBe(instant);
  });

  it.each([
    ['2026-02-29T09:00', 'UTC'],
    ['2026-13-01T09:00', 'UTC'],
    ['2026-04-31T09:00', 'UTC'],
    ['2026-06-01T24:00', 'UTC'],
    ['2026-06-01T09:60', 'UTC'],
    ['soon', 'UTC'],
  ])('rejects %s in %s', (at, timezone) => {
    expect(instantOfLocalMinute(at, timezone)).toBeNull();
  });
});
