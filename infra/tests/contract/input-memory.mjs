/** Bytes that a heap may grow between the second and the last fifth of a run: caches fill. */
const GROWTH = 64 * 1024 * 1024;

/** @param {string} page @param {string} name */
const metric = (page, name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1]);

/** Reads the heaps of the product's processes. @param {Record<string, {opsUrl: string}>} processes */
export function createMemory(processes) {
  /** @type {Record<string, number[]>} */
  const heaps = Object.fromEntries(Object.keys(processes).map((name) => [name, []]));

  /** The least heap of a fifth of the run, which is the one after a garbage collection. @param {number[]} readings @param {number} fifth */
  const least = (readings, fifth) => {
    const length = Math.max(1, Math.floor(readings.length / 5));
    return Math.min(...readings.slice(fifth * length, (fifth + 1) * length));
  };
  const ends = () =>
    Object.entries(heaps).map(([name, readings]) => ({ name, early: least(readings, 1), late: least(readings, 4) }));

  return {
    async read() {
      await Promise.all(
        Object.entries(processes).map(async ([name, { opsUrl }]) => {
          const page = await (await fetch(`${opsUrl}/metrics`)).text();
          heaps[name]?.push(metric(page, 'nodejs_heap_size_used_bytes'));
        }),
      );
    },
    /** The processes whose heap grew. */
    grown: () =>
      ends()
        .filter(({ early, late }) => late - early > GROWTH)
        .map(({ name, early, late }) => `${name}: the heap grew from ${early} to ${late} bytes`),
    shown: () =>
      ends()
        .map(({ name, early, late }) => `${name} ${Math.round(early / 2 ** 20)} ${Math.round(late / 2 ** 20)}`)
        .join(', '),
  };
}
