import { parseZonedDateTime } from '@internationalized/date';
import { instantOf, minuteOf, presets, readMinute } from './when.js';

const at = (text: string) =>
  presets(parseZonedDateTime(`${text}[Europe/Berlin]`)).map((one) => `${one.id} ${minuteOf(one.at)}`);

describe('the choice of a sending time', () => {
  it('offers one hour from now, this evening until 19:30, and tomorrow morning', () => {
    expect(at('2026-11-21T08:15:42')).toEqual([
      'hour 2026-11-21T09:15',
      'tonight 2026-11-21T20:00',
      'tomorrow 2026-11-22T08:00',
    ]);
    expect(at('2026-11-21T19:31:00')).toEqual(['hour 2026-11-21T20:31', 'tomorrow 2026-11-22T08:00']);
    expect(at('2026-12-31T23:30:00')).toEqual(['hour 2027-01-01T00:30', 'tomorrow 2027-01-01T08:00']);
  });

  it('counts an hour of elapsed time when the clocks go back', () => {
    expect(at('2026-10-25T02:30:00+02:00')[0]).toBe('hour 2026-10-25T02:30');
  });

  it('parses the local minutes that it writes, and converts them to instants', () => {
    expect(minuteOf(readMinute('2026-07-01T08:00'))).toBe('2026-07-01T08:00');
    expect(instantOf(readMinute('2026-07-01T08:00'), 'Europe/Berlin').toISOString()).toBe('2026-07-01T06:00:00.000Z');
  });
});
