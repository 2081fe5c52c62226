import { yearToLookBackOn } from './year-of.js';

describe('the year to look back on', () => {
  it.each([
    [
      '31 December',
      '2026-12-31',
      '2024-05-04',
      'UTC',
      'year_end',
      2026,
      '2026-01-01T00:00:00Z',
      '2027-01-01T00:00:00Z',
    ],
    [
      'a zone',
      '2026-12-31',
      '2024-05-04',
      'Asia/Kolkata',
      'year_end',
      2026,
      '2025-12-31T18:30:00Z',
      '2026-12-31T18:30:00Z',
    ],
    [
      'the anniversary',
      '2026-05-04',
      '2024-05-04',
      'UTC',
      'anniversary',
      2026,
      '2025-05-04T00:00:00Z',
      '2026-05-05T00:00:00Z',
    ],
    [
      'an early anniversary',
      '2026-01-15',
      '2024-01-15',
      'UTC',
      'anniversary',
      2026,
      '2025-01-15T00:00:00Z',
      '2026-01-16T00:00:00Z',
    ],
    [
      '29 February',
      '2028-02-29',
      '2024-02-29',
      'UTC',
      'anniversary',
      2028,
      '2027-02-28T00:00:00Z',
      '2028-03-01T00:00:00Z',
    ],
    [
      'a common year',
      '2027-02-28',
      '2024-02-29',
      'UTC',
      'anniversary',
      2027,
      '2026-02-28T00:00:00Z',
      '2027-03-01T00:00:00Z',
    ],
    [
      'both on one day',
      '2026-12-31',
      '2020-12-31',
      'UTC',
      'year_end',
      2026,
      '2026-01-01T00:00:00Z',
      '2027-01-01T00:00:00Z',
    ],
  ])('is known on %s', (_name, today, since, timezone, occasion, year, from, to) => {
    expect(yearToLookBackOn(today, since, timezone)).toEqual({
      occasion,
      year,
      from: new Date(from),
      to: new Date(to),
    });
  });

  it.each([
    ['any other day', '2026-11-22', '2024-05-04'],
    ['the first day itself', '2026-05-04', '2026-05-04'],
    ['28 February of a leap year', '2028-02-28', '2024-02-29'],
    ['a day before the couple began', '2025-05-04', '2026-05-04'],
  ])('is none on %s', (_name, today, since) => {
    expect(yearToLookBackOn(today, since, 'UTC')).toBeNull();
  });
});
