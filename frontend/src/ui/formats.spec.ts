import { type FormatChoice, formatsOf, localeFor } from './formats.js';
import { relativeAge } from './relative-time.js';

/** JavaScript engines write narrow and no-break spaces in times. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

const EVENING = new Date(2026, 2, 4, 19, 5);
const MIDNIGHT = new Date(2026, 2, 4, 0, 7);

describe('formats', () => {
  it.each<[FormatChoice, evening: string, midnight: string]>([
    [{ locale: 'en-US' }, '7:05 PM', '12:07 AM'],
    [{ locale: 'en-US', hour12: false }, '19:05', '00:07'],
    [{ locale: 'de' }, '19:05', '0:07'],
    [{ locale: 'de', hour12: true }, '7:05 PM', '12:07 AM'],
    [{ locale: 'en-GB', hour12: true }, '7:05 pm', '12:07 am'],
  ])('of %j write times as %s and %s', (choice, evening, midnight) => {
    const { time } = formatsOf(choice);
    expect([plain(time(EVENING)), plain(time(MIDNIGHT))]).toEqual([evening, midnight]);
  });

  it('write dates and numbers in the language', () => {
    const german = formatsOf({ locale: 'de', hour12: false });
    expect(german.date(EVENING)).toBe('4. März 2026');
    expect(german.month(EVENING)).toBe('März 2026');
    expect(german.dateIn('2026-03-04T10:00:00Z', 'Pacific/Kiritimati')).toBe('5. März 2026');
    expect(german.day(EVENING, new Date(2026, 5, 1))).toBe('Mittwoch, 4. März');
    expect(german.day(EVENING, new Date(2027, 5, 1))).toBe('Mittwoch, 4. März 2026');
    expect(plain(german.dateTime(EVENING))).toBe('04.03.2026, 19:05');
    expect(german.number(12345.5)).toBe('12.345,5');
    expect(plain(formatsOf({ locale: 'fr' }).number(12345.5))).toBe('12 345,5');
  });

  it.each<[FormatChoice, string]>([
    [{ locale: 'en-US' }, 'sun'],
    [{ locale: 'de' }, 'mon'],
    [{ locale: 'de', firstDay: 'sat' }, 'sat'],
    [{ locale: 'en-US', firstDay: 'mon' }, 'mon'],
  ])('start the week of %j on %s', (choice, day) => {
    expect(formatsOf(choice).firstDay).toBe(day);
  });

  it('use the browser’s regional variant of a language', () => {
    expect(localeFor('en', ['de-AT', 'en-GB', 'en'])).toBe('en-GB');
    expect(localeFor('de', ['de-AT', 'en-GB'])).toBe('de-AT');
    expect(localeFor('fr', ['de-AT', 'en-GB'])).toBe('fr');
    expect(localeFor('es', ['est-EE'])).toBe('es');
    expect(localeFor('en', ['en-US@posix', 'en-GB'])).toBe('en-GB');
    expect(localeFor('en', ['en-US@posix'])).toBe('en');
  });

  it('name countries in the chosen language', () => {
    expect([formatsOf({ locale: 'en' }).country('DE'), formatsOf({ locale: 'de' }).country('DE')]).toEqual([
      'Germany',
      'Deutschland',
    ]);
  });
});

describe('the age of an instant', () => {
  const AT = '2026-03-04T19:05:00Z';
  const MINUTE = 60_000;

  it.each([
    [-5, 'Just now', 'Just now'],
    [0.9, 'Just now', 'Just now'],
    [1, '1m ago', 'Just now'],
    [59.9, '59m ago', 'Just now'],
    [60, '1h ago', '1h ago'],
    [24 * 60 - 1, '23h ago', '23h ago'],
    [24 * 60, '1d ago', '1d ago'],
    [72 * 60, '3d ago', '3d ago'],
  ])('of %d minutes is %s, and in hours %s', (minutes, fine, coarse) => {
    const now = Date.parse(AT) + minutes * MINUTE;
    expect(relativeAge(AT, now, 'minutes')).toBe(fine);
    expect(relativeAge(AT, now, 'hours')).toBe(coarse);
  });
});
