import { readFileSync } from 'node:fs';
import { Clock } from './clock.js';

/** The offset of a test, in milliseconds. The file holds seconds, possibly with a fraction. */
function readOffset(path: string): number {
  const text = readFileSync(path, 'utf8').trim();
  const seconds = Number(text);
  if (!Number.isFinite(seconds)) throw new TypeError('DUET_TEST_CLOCK names a file without a number of seconds');
  return seconds * 1000;
}

/**
 * The clock of a process whose rules depend on domain time. With `DUET_TEST_CLOCK` it is ahead by the offset in that file,
 * which is read again at each use, so that a test moves the running product. Auth and realtime ignore it, so sessions and
 * tokens do not expire.
 * @throws Error when the file cannot be read
 */
export function domainClock({ DUET_TEST_CLOCK: path }: { DUET_TEST_CLOCK?: string | undefined }): Clock {
  if (path === undefined) return new Clock();
  readOffset(path);
  return new Clock(performance.timeOrigin, () => readOffset(path));
}
