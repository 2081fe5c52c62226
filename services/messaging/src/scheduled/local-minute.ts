import { parseDateTime, toZoned } from '@internationalized/date';

/**
 * The instant of a minute on a clock, or null where there is no such day. A minute that the clock leaps over means as
 * long after the leap; of one that comes twice, the first is meant.
 */
export function instantOf(at: string, timezone: string): Date | null {
  try {
    return toZoned(parseDateTime(at), timezone, 'compatible').toDate();
  } catch (cause) {
    if (cause instanceof RangeError || (cause instanceof Error && cause.message.startsWith('Invalid'))) return null;
    throw cause;
  }
}
