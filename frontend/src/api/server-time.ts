/** The header of every answer of the API: the server's time in milliseconds since 1970. */
const HEADER = 'server-time';

/** The server's time at the zero of `performance.now()`; the device's own until the first answer. */
let zero = performance.timeOrigin;

/**
 * Corrects the server's time by an answer, by Cristian's algorithm.
 * @param sent `performance.now()` before the call
 * @param received `performance.now()` after its answer
 */
export function learnServerTime(headers: Headers | undefined, sent: number, received: number): void {
  const given = Number(headers?.get(HEADER) ?? Number.NaN);
  if (!Number.isFinite(given)) return;
  const [earliest, latest] = [given - received, given - sent];
  if (zero < earliest || zero > latest) zero = (earliest + latest) / 2;
}

/** The server's time in milliseconds since 1970. A wrong clock of the device does not change it. */
export const serverNow = (): number => zero + performance.now();
