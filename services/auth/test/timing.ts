const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function tookFor(attempt: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await attempt();
  return performance.now() - start;
}

/** Milliseconds between the medians of two kinds of calls that alternate. */
async function difference(rounds: number, one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ofOne.push(await tookFor(one));
    ofOther.push(await tookFor(other));
  }
  return Math.abs(median(ofOne) - median(ofOther));
}

/**
 * The smallest such difference of up to eight runs, in milliseconds; the first below `enough` ends them. Noise of a busy
 * machine differs between runs, but work that only one kind of call does shows in every run.
 */
export async function smallestDifference(
  enough: number,
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 8 && smallest >= enough; run += 1)
    smallest = Math.min(smallest, await difference(rounds, one, other));
  return smallest;
}
