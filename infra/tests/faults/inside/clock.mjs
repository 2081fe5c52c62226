import { readFileSync } from 'node:fs';

/** Milliseconds between two looks at the file. */
const EVERY = 50;

/** @param {string} file @returns {{ahead: number, zone?: string}} without a file, the machine's own time */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { ahead: 0 };
  }
}

/**
 * Moves this process's wall clock, as a wrong clock of its machine does: `Date` and the start of `performance`. Timers and
 * the monotonic clock go on. The file holds the milliseconds that it is ahead and, if the zone changes, its name.
 * @param {string} file
 */
export function moveClock(file) {
  let { ahead, zone } = read(file);
  const own = process.env.TZ;
  /** @param {string | undefined} name */
  const setZone = (name) => {
    if (name === undefined) delete process.env.TZ;
    else process.env.TZ = name;
  };
  if (zone) setZone(zone);
  setInterval(() => {
    const next = read(file);
    if (next.zone !== zone) setZone(next.zone ?? own);
    ({ ahead, zone } = next);
  }, EVERY).unref();
  const { now } = Date;
  const moved = () => now.call(Date) + ahead;
  // The prototype stays the same, so dates that Node itself makes are instances as well.
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [moved()] : given, made),
    apply: () => new Date(moved()).toString(),
    get: (target, name, receiver) => (name === 'now' ? moved : Reflect.get(target, name, receiver)),
  });
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ahead });
}
