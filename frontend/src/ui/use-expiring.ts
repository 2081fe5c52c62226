import { useCallback, useEffect, useMemo, useState } from 'react';

/** The longest that a browser's timer can wait, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

const deviceNow = (): number => Date.now();

/**
 * A value that depends on the clock and renders again when it expires.
 * @param read computes it for a time in milliseconds since 1970, with the time until which it stays the same. Must be stable.
 * @param clock the device's, unless the value depends on a time of the server's. Must be stable.
 */
export function useExpiring<T extends { until: number }>(read: (now: number) => T, clock = deviceNow): T {
  const [now, setNow] = useState(clock);
  const value = useMemo(() => read(now), [read, now]);
  useEffect(() => {
    if (value.until === Number.POSITIVE_INFINITY) return undefined;
    const left = Math.max(value.until - clock(), 0);
    const timer = setTimeout(() => setNow(clock()), Math.min(left, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [value, clock]);
  return value;
}

/**
 * Whether a time is still to come; renders again when it has come.
 * @param time ISO 8601; null is never to come
 * @param clock as of `useExpiring`
 */
export function useIsFuture(time: string | null, clock?: () => number): boolean {
  const read = useCallback(
    (now: number) => {
      const until = time === null ? 0 : Date.parse(time);
      return until > now ? { isFuture: true, until } : { isFuture: false, until: Number.POSITIVE_INFINITY };
    },
    [time],
  );
  return useExpiring(read, clock).isFuture;
}

/** The current day, until its midnight. */
const dayAt = (now: number): { today: Date; until: number } => {
  const today = new Date(now);
  return { today, until: new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime() };
};

/** Today by the device's clock; another day from midnight on. */
export const useToday = (): Date => useExpiring(dayAt).today;
