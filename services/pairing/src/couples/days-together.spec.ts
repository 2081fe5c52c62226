import { daysSinceLink, daysTogether } from './days-together.js';

describe('daysSinceLink', () => {
  it.each([
    ['a new link', 'UTC', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', 1],
    ['a link of a clock that is ahead', 'UTC', '2026-03-01T12:00:05Z', '2026-03-01T12:00:00Z', 1],
    ['a link that is minutes old at midnight', 'UTC', '2026-03-01T23:58:00Z', '2026-03-02T00:02:00Z', 1],
    ['a millisecond less than a day', 'UTC', '2026-03-01T12:00:00.500Z', '2026-03-02T12:00:00.499Z', 1],
    ['a day', 'UTC', '2026-03-01T12:00:00.500Z', '2026-03-02T12:00:00.500Z', 2],
    ['99 days', 'UTC', '2026-01-01T00:00:00Z', '2026-04-10T00:00:00Z', 100],
    ['over a leap day', 'UTC', '2028-02-28T10:00:00Z', '2028-03-01T10:00:00Z', 3],
    ['ten years', 'UTC', '2016-11-21T08:00:00Z', '2026-11-21T08:00:00Z', 3653],
    // 2026-03-29 has 23 hours in Berlin: 02:00 is 03:00.
    ['a short day, not yet over', 'Europe/Berlin', '2026-03-28T11:00:00Z', '2026-03-29T09:59:59Z', 1],
    ['a short day', 'Europe/Berlin', '2026-03-28T11:00:00Z', '2026-03-29T10:00:00Z', 2],
    ['a time that the clocks skip, before', 'Europe/Berlin', '2026-03-28T01:30:00Z', '2026-03-29T01:29:59Z', 1],
    ['a time that the clocks skip, after', 'Europe/Berlin', '2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', 2],
    ['the day after a skipped time', 'Europe/Berlin', '2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z', 3],
    // 2026-10-25 has 25 hours in Berlin: 02:00 to 03:00 comes twice.
    ['a long day, after 24 hours', 'Europe/Berlin', '2026-10-24T10:00:00Z', '2026-10-25T10:00:00Z', 1],
    ['a long day', 'Europe/Berlin', '2026-10-24T10:00:00Z', '2026-10-25T11:00:00Z', 2],
    ['a time that comes twice, the first time', 'Europe/Berlin', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', 2],
    ['a time that comes twice, between', 'Europe/Berlin', '2026-10-24T00:30:00Z', '2026-10-25T01:10:00Z', 2],
    ['a link in the repeated hour', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-26T01:29:59Z', 1],
    ['a day after the repeated hour', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-26T01:30:00Z', 2],
    // Lord Howe moves its clocks by half an hour; Kathmandu is 5:45 ahead, Pago Pago 11 behind.
    ['half an hour more, before', 'Australia/Lord_Howe', '2026-04-04T02:00:00Z', '2026-04-05T02:29:59Z', 1],
    ['half an hour more', 'Australia/Lord_Howe', '2026-04-04T02:00:00Z', '2026-04-05T02:30:00Z', 2],
    ['far east', 'Asia/Kathmandu', '2026-06-01T18:00:00Z', '2026-06-02T18:00:00Z', 2],
    ['far west', 'Pacific/Pago_Pago', '2026-06-01T10:59:00Z', '2026-06-02T10:58:00Z', 1],
    // Samoa had no 30 December 2011 at all.
    ['a date that never was', 'Pacific/Apia', '2011-12-29T22:00:00Z', '2011-12-30T22:00:00Z', 3],
  ])('counts %s (%s)', (_what, timeZone, linkedAt, now, expected) => {
    expect(daysSinceLink(new Date(linkedAt), new Date(now), timeZone)).toBe(expected);
  });

  it.each([
    ['Europe/Berlin', '2026-03-10T00:30:00Z'],
    ['Europe/Berlin', '2026-10-10T00:30:00Z'],
    ['America/New_York', '2026-10-20T05:30:00Z'],
    ['Australia/Lord_Howe', '2026-03-20T15:15:00Z'],
  ])('grows by at most one an hour across a clock change (%s from %s)', (timeZone, from) => {
    const linkedAt = Date.parse(from);
    const seen = Array.from({ length: 30 * 24 + 2 }, (_, hour) =>
      daysSinceLink(new Date(linkedAt), new Date(linkedAt + hour * 3_600_000), timeZone),
    );
    const steps = seen.slice(1).map((days, index) => days - (seen[index] ?? 0));
    expect([...new Set(steps)].toSorted()).toEqual([0, 1]);
    expect(seen.at(-1)).toBe(31);
  });
});

describe('daysTogether', () => {
  const linkedAt = new Date('2026-11-01T15:00:00Z');
  it.each([
    ['the day itself', 'UTC', '2026-11-21', '2026-11-21T00:00:00Z', 1],
    ['its last moment', 'UTC', '2026-11-21', '2026-11-21T23:59:59Z', 1],
    ['the next day', 'UTC', '2026-11-20', '2026-11-21T00:00:00Z', 2],
    ['already tomorrow in the east', 'Asia/Kolkata', '2026-11-20', '2026-11-20T18:30:00Z', 2],
    ['a minute before that', 'Asia/Kolkata', '2026-11-20', '2026-11-20T18:29:59Z', 1],
    ['still yesterday in the west', 'America/Los_Angeles', '2026-11-20', '2026-11-21T07:59:59Z', 1],
    ['the same instant, where it is another day', 'Asia/Kolkata', '2026-11-20', '2026-11-21T07:59:59Z', 2],
    ['over a short day', 'Europe/Berlin', '2026-03-28', '2026-03-29T22:00:00Z', 3],
    ['over a long day', 'Europe/Berlin', '2026-10-24', '2026-10-25T22:59:59Z', 2],
    ['ten years', 'UTC', '2016-11-21', '2026-11-21T00:00:00Z', 3653],
    ['a day that moved into the future with the zone', 'Pacific/Pago_Pago', '2026-11-21', '2026-11-21T01:00:00Z', 1],
  ])('counts %s (%s)', (_what, timezone, togetherSince, now, expected) => {
    expect(daysTogether({ linkedAt, togetherSince, timezone }, new Date(now))).toBe(expected);
  });

  it('counts from the link while no day is set', () => {
    const now = new Date('2026-11-03T14:59:59Z');
    expect(daysTogether({ linkedAt, togetherSince: null, timezone: 'UTC' }, now)).toBe(
      daysSinceLink(linkedAt, now, 'UTC'),
    );
  });
});
