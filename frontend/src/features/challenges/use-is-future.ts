import { useCallback } from 'react';
import { serverNow } from '../../api/server-time.js';
import { useExpiring } from '../../ui/use-expiring.js';

/** Whether a time of the server's is still to come; renders again when it has come. @param time ISO 8601; null is never to come */
export function useIsFuture(time: string | null): boolean {
  const read = useCallback(
    (now: number) => {
      const until = time === null ? 0 : Date.parse(time);
      return until > now ? { isFuture: true, until } : { isFuture: false, until: Number.POSITIVE_INFINITY };
    },
    [time],
  );
  return useExpiring(read, serverNow).isFuture;
}
