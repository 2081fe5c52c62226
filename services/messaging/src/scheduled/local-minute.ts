import { parseDateTime, toZoned } from '@internationalized/date';

/**
 * The instant of a local time to the minute (`YYYY-MM-DDTHH:MM`), or null for an invalid one. A time in the gap of a clock
 * change is shifted forward by the gap; of an ambiguous time the first instant is used (the `compatible` rule of Temporal).
 */
export function instantOfLocalMinute(at: string, timezone: string): Date | null {
  try {
    return toZoned(parseDateTime(at), timezone, 'compatible').toDate();
  } catch (cause) {
    if (cause instanceof RangeError || (cause instanceof Error && cause.message.startsWith('Invalid'))) return null;
    throw cause;
  }
}
