async function tookFor(attempt: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await attempt();
  return performance.now() - start;
}

/**
 * Milliseconds between the fastest calls of two kinds that alternate. A busy machine only adds time, so the fastest
 * calls converge, while work that only one kind does stays in all of its calls. The first difference below `enough`
 * after a full set of rounds ends the measurement; the last set is the fortieth.
 */
export async function differenceOfFastest(
  enough: number,
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  let [fastestOne, fastestOther] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const difference = (): number => Math.abs(fastestOne - fastestOther);
  for (let set = 0; set < 40; set += 1) {
    for (let round = 0; round < rounds; round += 1) {
      fastestOne = Math.min(fastestOne, await tookFor(one));
      fastestOther = Math.min(fastestOther, await tookFor(other));
    }
    if (difference() < enough) break;
  }
  return difference();
}
